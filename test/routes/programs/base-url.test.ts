/** Links start with BASE_URL, or else with scheme and host of the request. MODULE renames the part `Desk` in them. */
import type { InjectOptions } from 'fastify'
import t, { type Test } from 'tap'
import { build, converse, documentOf, expectRefusal, linksOf, listen, words, type Built } from '../../support/index.ts'
import { hasIPv6 } from '../socket.ts'

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
    const { location } = (
      await app.inject({
        method: 'POST',
        url: '/resources/Desk/Blog/3/Post',
        remoteAddress,
        headers: { ...forged, authorization },
        payload: { Content: 'x' }
      })
    ).headers
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
      const shown = await baseUrlOf(built, { remoteAddress, headers: { host: 'news.example', ...headers } })
      t.equal(shown, baseUrl, remoteAddress)
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

const invalidHosts = [
  'a b',
  'a/b',
  'a?b',
  'a#b',
  'a\\b',
  ...words`user@a a"b <a> a&b a,b é a:b a: a:1:2 a:123456 a:65536 [::1 ::1 [g::1] :80`
]

await t.test('a request with two Host headers is refused', async (t) => {
  for (const env of [{}, { BASE_URL: 'https://desk.example' }]) {
    const { app } = await build(t, env)
    const port = await listen(app)
    for (const path of words`/ /resources /resources/Desk/Blog/1 /live/1 /login /health/live /embed.js`) {
      for (const [first, second] of [
        ['a.example', 'b.example'],
        ['a.example', 'a.example']
      ]) {
        const head = `Host: ${first}\r\nHost: ${second}\r\nConnection: close\r\n\r\n`
        const { status, body } = await converse(port, `GET ${path} HTTP/1.1\r\n${head}`)
        t.equal(status, 400, `${path} (RFC 9112, section 3.2)`)
        t.match(body, '<detail>Send one Host header</detail>')
      }
    }
  }
})

await t.test('an address that is neither a path nor one of HTTP is refused', async (t) => {
  const { app } = await build(t)
  const port = await listen(app)
  for (const target of words`*resources ftp://a.example/resources`) {
    const { status } = await converse(port, `GET ${target} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`)
    t.equal(status, 400, `${target} (RFC 9112, section 3.2)`)
  }
})

await t.test('the Host header is validated before it becomes part of links', async (t) => {
  const { app } = await build(t)

  await t.test('an invalid Host header is refused', async (t) => {
    for (const host of invalidHosts) {
      for (const url of ['/resources', '/resources/Archive/MetaData/1']) {
        const text = await expectRefusal(t, app, { url, headers: { host } }, { kind: 'bad-request', about: host })
        const isList = host.includes(',')
        const detail = isList ? 'Send one Host header' : 'The Host header is not a host name with an optional port'
        t.equal(text, `400 ${detail}`, host)
      }
    }
  })

  await t.test('a Host header that is valid but gives no valid URL causes no server error', async (t) => {
    for (const host of ['256.256.256.256', '1.2.3.4.5', 'a..b', '~', '[::::]', '[1]', 'xn--a', '-', '0x100000000']) {
      const { statusCode } = await app.inject({ url: '/resources/Archive/MetaData/1', headers: { host } })
      t.ok(statusCode === 200 || statusCode === 400, `${host}: ${statusCode}`)
    }
  })

  await t.test('without a Host header, links start with the local address of the connection', async (t) => {
    const port = await listen(app, hasIPv6 ? '::' : '127.0.0.1')
    const localAddresses: [string, RegExp][] = [['127.0.0.1', /^(127\.0\.0\.1|\[::ffff:(127\.0\.0\.1|7f00:1)\])$/]]
    if (hasIPv6) localAddresses.push(['::1', /^\[::1\]$/])
    for (const [address, host] of localAddresses) {
      for (const head of ['', 'Host: \r\n']) {
        const { status, body } = await converse(port, `GET /resources HTTP/1.0\r\n${head}\r\n`, address)
        t.equal(status, 200)
        const [, baseUrl = ''] = /<DataPost href="([^"]*)\/resources\/Data\/Post\/"/.exec(body) ?? []
        if (t.ok(URL.canParse(baseUrl), `${baseUrl} is a URL`)) {
          t.match(new URL(baseUrl).hostname, host)
          t.equal(new URL(baseUrl).port, `${port}`)
        }
      }
    }
    const { status } = await converse(port, 'GET /resources HTTP/1.1\r\nConnection: close\r\n\r\n')
    t.equal(status, 400, 'HTTP/1.1 requires a Host header (RFC 9112, section 3.2)')
  })
})

await t.test('MODULE=LiveDesk renames Desk in addresses', async (t) => {
  const { get, post, tokenOf } = await build(t, { BASE_URL: 'https://desk.example', MODULE: 'LiveDesk' })
  const resourcesUrl = 'https://desk.example/resources'

  await t.test('the index has the module in its names and addresses', async (t) => {
    const index = linksOf(documentOf(await get('/resources')))
    t.equal(index.length, 44)
    t.same(
      index.filter(([name, href]) => /desk(?!\.example)/i.test(name + href)),
      [
        ['LiveDeskBlog', `${resourcesUrl}/LiveDesk/Blog/`],
        ['LiveDeskBlogCollaboratorType', `${resourcesUrl}/LiveDesk/BlogCollaboratorType/`],
        ['LiveDeskBlogLive', `${resourcesUrl}/LiveDesk/Blog/Live`],
        ['LiveDeskBlogMediaType', `${resourcesUrl}/LiveDesk/BlogMediaType/`],
        ['LiveDeskBlogTheme', `${resourcesUrl}/LiveDesk/BlogTheme/`],
        ['LiveDeskBlogType', `${resourcesUrl}/LiveDesk/BlogType/`],
        ['LiveDeskSync', `${resourcesUrl}/LiveDesk/Sync/`]
      ]
    )
    for (const [, href] of index) t.equal((await get(new URL(href).pathname)).statusCode, 200, href)
  })

  await t.test('every link has the module, and leads to a document', async (t) => {
    for (const path of words`
      LiveDesk/Blog LiveDesk/Blog/3 LiveDesk/Blog/3/Post/Published LiveDesk/Blog/3/Post/83
      LiveDesk/Blog/3/Collaborator/13 LiveDesk/BlogType/1 HR/User/2/Blog`) {
      const response = await get(`/resources/${path}`)
      t.equal(response.statusCode, 200, path)
      t.notMatch(response.body, /\/resources\/Desk/, path)
      for (const [, href] of linksOf(documentOf(response))) {
        t.equal((await get(new URL(href).pathname)).statusCode, 200, href)
      }
    }
  })

  await t.test('the Location of an inserted post has the module', async (t) => {
    const { location } = (
      await post('/resources/LiveDesk/Blog/3/Post', { Content: 'x' }, { authorization: await tokenOf('mira') })
    ).headers
    t.match(location, /^https:\/\/desk\.example\/resources\/LiveDesk\/Blog\/3\/Post\/\d+$/)
    t.equal((await get(new URL(String(location)).pathname)).statusCode, 200)
  })

  await t.test('addresses with the default module are 404', async (t) => {
    for (const path of ['Desk/Blog', 'Desk/Blog/1', 'livedesk/Blog']) {
      t.equal((await get(`/resources/${path}`)).statusCode, 404, path)
    }
  })
})
