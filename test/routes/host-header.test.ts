/** Links start with the Host header, which must be a valid host, or else with the local address of the connection. */
import { networkInterfaces } from 'node:os'
import t from 'tap'
import { build } from '../support/app.ts'
import { expectRefusal } from './problem.ts'
import { converse, listen } from './socket.ts'

const invalidHosts = [
  'a b',
  'a/b',
  'a?b',
  'a#b',
  'a\\b',
  'user@a',
  'a"b',
  '<a>',
  'a&b',
  'a,b',
  'é',
  'a:b',
  'a:',
  'a:1:2',
  'a:123456',
  'a:65536',
  '[::1',
  '::1',
  '[g::1]',
  ':80'
]

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1')

await t.test('a request with two Host headers is refused', async (t) => {
  for (const env of [{}, { BASE_URL: 'https://desk.example' }]) {
    const { app } = await build(t, env)
    const port = await listen(app)
    for (const path of [
      '/',
      '/resources',
      '/resources/Desk/Blog/1',
      '/live/1',
      '/login',
      '/health/live',
      '/embed.js'
    ]) {
      for (const [first, second] of [
        ['a.example', 'b.example'],
        ['a.example', 'a.example']
      ]) {
        const head = `Host: ${first}\r\nHost: ${second}\r\nConnection: close\r\n\r\n`
        const { status, body } = await converse(port, `GET ${path} HTTP/1.1\r\n${head}`)
        t.equal(status, 400, `${path} (RFC 9112, section 3.2)`)
        t.match(body, /Host/)
      }
    }
  }
})

await t.test('the Host header is validated before it becomes part of links', async (t) => {
  const { app } = await build(t)

  await t.test('an invalid Host header is refused', async (t) => {
    for (const host of invalidHosts) {
      for (const url of ['/resources', '/resources/Archive/MetaData/1']) {
        await expectRefusal(
          t,
          app,
          { url, headers: { host } },
          { status: 400, kind: 'bad-request', detail: /Host/, about: host }
        )
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
