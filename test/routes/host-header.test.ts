/** A request's Host header becomes part of links only when it is a host; without one the connection's own address does. */
import { networkInterfaces } from 'node:os'
import t from '../support/tap.ts'
import { build } from '../support/app.ts'
import { expectRefusal } from './problem.ts'
import { converse, listen } from './socket.ts'

const bad = [
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

await t.test('the Host header', async (t) => {
  const { app } = await build(t)

  await t.test('is refused when it is not a host', async (t) => {
    for (const host of bad) {
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

  await t.test('breaks nothing when it is a host that no address can be made of', async (t) => {
    for (const host of ['256.256.256.256', '1.2.3.4.5', 'a..b', '~', '[::::]', '[1]', 'xn--a', '-', '0x100000000']) {
      const { statusCode } = await app.inject({ url: '/resources/Archive/MetaData/1', headers: { host } })
      t.ok(statusCode === 200 || statusCode === 400, `${host}: ${statusCode}`)
    }
  })

  await t.test('may be absent: links then start with the connection’s own address', async (t) => {
    const port = await listen(app, hasIPv6 ? '::' : '127.0.0.1')
    const local: [string, RegExp][] = [['127.0.0.1', /^(127\.0\.0\.1|\[::ffff:(127\.0\.0\.1|7f00:1)\])$/]]
    if (hasIPv6) local.push(['::1', /^\[::1\]$/])
    for (const [address, host] of local) {
      for (const head of ['', 'Host: \r\n']) {
        const { status, body } = await converse(port, `GET /resources HTTP/1.0\r\n${head}\r\n`, address)
        t.equal(status, 200)
        const [, root = ''] = /<DataPost href="([^"]*)\/resources\/Data\/Post\/"/.exec(body) ?? []
        if (t.ok(URL.canParse(root), `${root} is an address`)) {
          t.match(new URL(root).hostname, host)
          t.equal(new URL(root).port, `${port}`)
        }
      }
    }
    const { status } = await converse(port, 'GET /resources HTTP/1.1\r\nConnection: close\r\n\r\n')
    t.equal(status, 400, 'HTTP/1.1 asks for one (RFC 9110, section 7.2)')
  })
})
