/** Conditional and encoded reading (RFC 9110, sections 12.5.3 and 13): the same whether a document is made, kept or found before the router. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t, { type Test } from '../support/tap.ts'
import { build } from '../support/app.ts'
import { overSocket, pastTheFront, type Ask, type Got } from './cached.ts'

const BLOG = '/resources/Desk/Blog/1/Post/Published'

/** Every way to an answer: made anew each time, the first and later ones of those kept, by socket and past the front. */
const everyWay = async (t: Test, check: (t: Test, ask: Ask, way: string) => Promise<void>) => {
  for (const CACHE_MB of ['0', '64']) {
    const { app } = await build(t, { CACHE_MB })
    const socket = await overSocket(t, app)
    for (const [way, ask] of [
      ['socket', socket],
      ['router', pastTheFront(app)],
      ['socket again', socket]
    ] as const) {
      await t.test(`${way}, CACHE_MB=${CACHE_MB}`, (t) => check(t, ask, way))
    }
  }
}

const ENCODINGS = [
  ['', undefined],
  ['gzip', 'gzip'],
  ['br', 'br']
] as const

/** The bytes a body stands for. */
const decoded = ({ headers, body }: Got) =>
  headers['content-encoding'] === 'gzip'
    ? gunzipSync(body)
    : headers['content-encoding'] === 'br'
      ? brotliDecompressSync(body)
      : body

t.test('encodings', (t) =>
  everyWay(t, async (t, ask) => {
    const plain = await ask(BLOG)
    t.ok(plain.body.length > 1024)
    const tags = new Set<string | undefined>()
    for (const [accepted, encoding] of ENCODINGS) {
      for (const time of ['first', 'second']) {
        const got = await ask(BLOG, { 'accept-encoding': accepted })
        t.equal(got.headers['content-encoding'], encoding, `${time} ${accepted}`)
        t.equal(got.headers['content-length'], `${got.body.length}`)
        t.same(decoded(got), plain.body)
        t.match(got.headers.etag, /^"[\w-]+"$/, 'strong')
        t.match(got.headers.vary, /\bAccept-Encoding\b/)
        tags.add(got.headers.etag)
      }
    }
    t.equal(tags.size, 3, 'each encoding has its own tag')

    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0, br;q=0.5', 'gzip'],
      ['br;q=0.001', 'br'],
      ['GZip', 'gzip'],
      ['*', 'br'],
      ['br;q=0, *', 'gzip'],
      ['identity', undefined],
      ['identity, gzip;q=0.5', undefined],
      ['gzip, identity;q=0.5', 'gzip'],
      ['*;q=0', undefined],
      ['gzip;q=0', undefined],
      ['identity;q=0, br;q=0, gzip', 'gzip'],
      ['deflate, zstd', undefined],
      ['gzip;q=junk', undefined],
      [',;=', undefined]
    ] as const) {
      t.equal((await ask(BLOG, { 'accept-encoding': accepted })).headers['content-encoding'], encoding, accepted)
    }
    t.equal(
      (await ask('/resources/Localization/Language/1', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
      undefined,
      'what is small goes out as it is'
    )
  })
)

t.test('If-None-Match', (t) =>
  everyWay(t, async (t, ask) => {
    for (const [accepted] of ENCODINGS) {
      const accept = { 'accept-encoding': accepted }
      const whole = await ask(BLOG, accept)
      const { etag = '' } = whole.headers
      const others = await Promise.all(
        ENCODINGS.map(async ([other]) => (await ask(BLOG, { 'accept-encoding': other })).headers.etag ?? '')
      )
      // What a 304 must say that the 200 would have said (RFC 9110, section 15.4.5), and nothing about a body it has not.
      const { date, vary, 'cache-control': control } = whole.headers
      for (const method of ['GET', 'HEAD'] as const) {
        for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/${etag} , "y"`, '*', ' * ', ...others]) {
          const { status, headers, body } = await ask(BLOG, { ...accept, 'if-none-match': condition }, method)
          t.same([status, body.length], [304, 0], `${method} ${condition}`)
          t.same([headers.date, headers.etag, headers.vary, headers['cache-control']], [date, etag, vary, control])
          t.notOk('content-encoding' in headers || 'content-length' in headers, 'nothing about the body')
        }
        for (const condition of [
          '"x"',
          'W/"x"',
          etag.slice(1, -1),
          etag.slice(0, -1),
          `${etag}x`,
          '',
          ',',
          '"*"',
          `"${etag.slice(1, -1)}-zstd"`,
          '""'
        ]) {
          const { status, headers, body } = await ask(BLOG, { ...accept, 'if-none-match': condition }, method)
          t.same([status, headers], [200, whole.headers], `${method} ${condition}`)
          t.same(body, method === 'GET' ? whole.body : Buffer.alloc(0))
        }
      }
    }
    t.equal((await ask('/resources/Desk/Blog/4711', { 'if-none-match': '*' })).status, 404, 'an error is no document')
  })
)

t.test('HEAD says what GET says', (t) =>
  everyWay(t, async (t, ask) => {
    for (const url of [
      '/resources',
      '/resources/Desk/Blog/1',
      BLOG,
      '/resources/Desk/Blog/1/Post/4711',
      '/resources/HR/User/1.json'
    ]) {
      for (const [accepted] of ENCODINGS) {
        // The one that comes first is made, the other kept.
        const head = await ask(url, { 'accept-encoding': accepted }, 'HEAD')
        const get = await ask(url, { 'accept-encoding': accepted })
        t.same([head.status, head.headers, head.body.length], [get.status, get.headers, 0], `${url} ${accepted}`)
        t.same((await ask(url, { 'accept-encoding': accepted }, 'HEAD')).headers, get.headers, 'again')
      }
    }
  })
)

t.test('a tag changes if and only if the bytes do', async (t) => {
  const { app, sql } = await build(t, { CACHE_MB: '0' })
  const ask = pastTheFront(app)
  const first = await ask(BLOG)
  await sql`update blogs set title = 'Another' where id = 1`
  t.same((await ask(BLOG)).headers.etag, first.headers.etag, 'the list does not show the title')
  await sql`update posts set published_on = null where id = (select max(id) from posts where blog = 1 and is_published)`
  const second = await ask(BLOG)
  t.notSame(second.body, first.body)
  t.not(second.headers.etag, first.headers.etag)
  t.same((await ask(`${BLOG}?offset=0`)).headers.etag, second.headers.etag)
  t.not((await ask(`${BLOG}.json`)).headers.etag, second.headers.etag)
})
