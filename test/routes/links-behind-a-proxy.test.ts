/** The base URL of links is BASE_URL, or else scheme and host of the request, which only trusted proxies override. */
import type { InjectOptions } from 'fastify'
import t, { type Test } from 'tap'
import { build, type Built } from '../support/app.ts'
import { documentOf, linksOf } from './wire.ts'

const baseUrlOf = async ({ app }: Built, options: InjectOptions) => {
  const [[, href = ''] = []] = linksOf(documentOf(await app.inject({ url: '/resources', ...options })))
  return href.replace(/\/resources\/.*/, '')
}

const forged = {
  host: 'news.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-for': '10.1.2.3',
  forwarded: 'host=evil.example;proto=https'
}

/** Checks that forged headers from these addresses change no link. */
const expectForgedIgnored = async (t: Test, { app, tokenOf }: Built, remoteAddresses: readonly string[]) => {
  const honest = await app.inject({ url: '/resources/Desk/Blog/1', headers: { host: 'news.example' } })
  t.match(honest.body, 'http://news.example/resources/')
  const authorization = await tokenOf('mira')
  for (const remoteAddress of remoteAddresses) {
    const answer = await app.inject({ url: '/resources/Desk/Blog/1', remoteAddress, headers: forged })
    t.equal(answer.body, honest.body, `${remoteAddress} changes nothing`)
    const {
      headers: { location }
    } = await app.inject({
      method: 'POST',
      url: '/resources/Desk/Blog/3/Post',
      remoteAddress,
      headers: { ...forged, authorization },
      payload: { Content: 'x' }
    })
    t.match(location, /^http:\/\/news\.example\/resources\/Desk\/Blog\/3\/Post\/\d+$/)
  }
}

await t.test('BASE_URL overrides the headers of the request', async (t) => {
  for (const [configured, baseUrl] of [
    ['https://desk.example/', 'https://desk.example'],
    ['https://desk.example:8443/live', 'https://desk.example:8443/live']
  ] as const) {
    const built = await build(t, { BASE_URL: configured, TRUSTED_PROXIES: '127.0.0.1' })
    t.equal(await baseUrlOf(built, {}), baseUrl)
    t.equal(await baseUrlOf(built, { headers: forged }), baseUrl)
    t.equal(await baseUrlOf(built, { headers: { host: 'a b' } }), baseUrl)
    const { Content } = documentOf(await built.get('/resources/Archive/MetaData/1'))
    t.same(Content, { href: `${baseUrl}/content/person.svg` }, 'links to files start with it too')
  }
})

await t.test('without BASE_URL, links start with the Host header', async (t) => {
  const built = await build(t)
  for (const [host, baseUrl] of [
    ['news.example', 'http://news.example'],
    ['news.example:8080', 'http://news.example:8080'],
    ['192.0.2.7:3000', 'http://192.0.2.7:3000'],
    ['[2001:db8::7]:3000', 'http://[2001:db8::7]:3000']
  ] as const) {
    t.equal(await baseUrlOf(built, { headers: { host } }), baseUrl)
  }

  await t.test('no proxy is trusted by default', async (t) =>
    expectForgedIgnored(t, built, ['127.0.0.1', '10.1.2.3', '::1'])
  )
})

await t.test('a trusted proxy sets the scheme and host of links', async (t) => {
  const built = await build(t, { TRUSTED_PROXIES: '10.1.2.3, 192.0.2.0/24,2001:db8::1' })
  for (const remoteAddress of ['10.1.2.3', '192.0.2.77', '2001:db8::1']) {
    for (const [headers, baseUrl] of [
      [{}, 'http://news.example'],
      [{ 'x-forwarded-proto': 'https' }, 'https://news.example'],
      [{ 'x-forwarded-host': 'live.example:444' }, 'http://live.example:444'],
      [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'live.example' }, 'https://live.example']
    ] as const) {
      t.equal(
        await baseUrlOf(built, { remoteAddress, headers: { host: 'news.example', ...headers } }),
        baseUrl,
        remoteAddress
      )
    }
    for (const headers of [
      { 'x-forwarded-host': 'a b' },
      { 'x-forwarded-host': 'evil.example/"><' },
      { 'x-forwarded-proto': 'javascript' }
    ]) {
      const { statusCode } = await built.app.inject({
        url: '/resources',
        remoteAddress,
        headers: { host: 'news.example', ...headers }
      })
      t.equal(statusCode, 400, JSON.stringify(headers))
    }
  }

  await t.test('forwarded headers from other addresses are ignored', async (t) =>
    expectForgedIgnored(t, built, ['10.1.2.4', '127.0.0.1', '192.0.3.1', '::1'])
  )
})
