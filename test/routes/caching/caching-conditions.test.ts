/**
 * Conditional requests and content encodings (RFC 9110, sections 12.5.3 and 13). A response is the same whether its
 * document is rendered, cached, or cached and sent before the router sees the request.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { build } from '../../support/app.ts'
import { overSocket, throughRouter, type Answer, type Ask } from '../cached.ts'

const BLOG = '/resources/Desk/Blog/1/Post/Published'

/** Every path that a response can take: without a cache, and with a cold and a warm one, over a socket and without. */
const pathsOf = async (t: Test): Promise<(readonly [string, Ask])[]> => {
  const paths: (readonly [string, Ask])[] = []
  for (const CACHE_MB of ['0', '64']) {
    const { app } = await build(t, { CACHE_MB })
    const socket = await overSocket(t, app)
    for (const [path, ask] of [
      ['over a socket', socket],
      ['through the router', throughRouter(app)],
      ['over a socket, again', socket]
    ] as const) {
      paths.push([`${path}, with CACHE_MB=${CACHE_MB}`, ask])
    }
  }
  return paths
}

const ENCODINGS = [
  ['', undefined],
  ['gzip', 'gzip'],
  ['br', 'br']
] as const

/** Decodes a body by its Content-Encoding. */
const decoded = ({ headers, body }: Answer) =>
  headers['content-encoding'] === 'gzip'
    ? gunzipSync(body)
    : headers['content-encoding'] === 'br'
      ? brotliDecompressSync(body)
      : body

/** Checks a document's compression as Accept-Encoding prefers. */
const compresses = async (t: Test, ask: Ask) => {
  const plain = await ask(BLOG)
  t.ok(plain.body.length > 1024)
  const tags = new Set<string | undefined>()
  for (const [accepted, encoding] of ENCODINGS) {
    for (const time of ['first', 'second']) {
      const answer = await ask(BLOG, { 'accept-encoding': accepted })
      t.equal(answer.headers['content-encoding'], encoding, `${time} ${accepted}`)
      t.ok(decoded(answer).equals(plain.body), 'the body is the document')
      t.match(answer.headers, { etag: /^"[\w-]+"$/, vary: /\bAccept-Encoding\b/ })
      t.equal(answer.headers['content-length'], `${answer.body.length}`)
      tags.add(answer.headers.etag)
    }
  }
  t.equal(tags.size, 3, 'each encoding has its own entity tag')

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
    'a small document is not compressed'
  )
}

/** Checks that If-None-Match answers 304 to the entity tags of a document in all encodings. */
const answersConditions = async (t: Test, ask: Ask) => {
  for (const [accepted] of ENCODINGS) {
    const accept = { 'accept-encoding': accepted }
    const whole = await ask(BLOG, accept)
    const { etag = '' } = whole.headers
    const etags = await Promise.all(
      ENCODINGS.map(async ([encoding]) => (await ask(BLOG, { 'accept-encoding': encoding })).headers.etag ?? '')
    )
    // A 304 repeats these headers of the 200 (RFC 9110, section 15.4.5), but none that describe the body.
    const { date, vary, 'cache-control': control } = whole.headers
    for (const method of ['GET', 'HEAD'] as const) {
      // Apache appends its content coding, and `-br` again to a 304 that has it.
      const ofApache = [`${etag.slice(0, -1)}-gzip"`, `${etag.slice(0, -1)}-br"`]
      const listed = [`W/${etag}`, `"x", ${etag}`, `"x",W/${etag} , "y"`]
      for (const condition of [etag, ...listed, '*', ' * ', ...etags, ...ofApache]) {
        const { status, headers, body } = await ask(BLOG, { ...accept, 'if-none-match': condition }, method)
        const described = 'content-encoding' in headers || 'content-length' in headers
        t.has(
          { status, length: body.length, described, headers },
          { status: 304, length: 0, described: false, headers: { date, etag, vary, 'cache-control': control } },
          `${method} ${condition}`
        )
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
        const sent = method === 'GET' ? whole.body : Buffer.alloc(0)
        const shown = { status, headers, isWhole: body.equals(sent) }
        t.same(shown, { status: 200, headers: whole.headers, isWhole: true }, `${method} ${condition}`)
      }
    }
  }
  const secondStatus = (await ask('/resources/Desk/Blog/4711', { 'if-none-match': '*' })).status
  t.equal(secondStatus, 404, 'an error has no entity tag')
}

/** Checks that HEAD sends the headers of GET. */
const sendsHeaders = async (t: Test, ask: Ask) => {
  for (const url of [
    '/resources',
    '/resources/Desk/Blog/1',
    BLOG,
    '/resources/Desk/Blog/1/Post/4711',
    '/resources/HR/User/1.json'
  ]) {
    for (const [accepted] of ENCODINGS) {
      // HEAD comes first, so it renders the document; GET then reads the cache.
      const head = await ask(url, { 'accept-encoding': accepted }, 'HEAD')
      const get = await ask(url, { 'accept-encoding': accepted })
      const shown = { status: head.status, headers: head.headers, length: head.body.length }
      t.same(shown, { status: get.status, headers: get.headers, length: 0 }, `${url} ${accepted}`)
      const found = (await ask(url, { 'accept-encoding': accepted }, 'HEAD')).headers
      t.same(found, get.headers, 'and the same from the cache')
    }
  }
}

t.test('responses are the same on every path', async (t) => {
  const paths = await pathsOf(t)
  for (const [title, check] of [
    // First, while nothing is cached.
    ['HEAD sends the headers of GET', sendsHeaders],
    ['a document is compressed as Accept-Encoding prefers', compresses],
    ['If-None-Match answers 304 to any entity tag of the document, whatever its encoding', answersConditions]
  ] as const) {
    for (const [path, ask] of paths) await t.test(`${title}, ${path}`, (t) => check(t, ask))
  }
})

t.test('an entity tag changes if and only if the bytes change', async (t) => {
  const { app, sql } = await build(t, { CACHE_MB: '0' })
  const ask = throughRouter(app)
  const first = await ask(BLOG)
  await sql`update blogs set title = 'Another' where id = 1`
  t.same((await ask(BLOG)).headers.etag, first.headers.etag, 'the list does not show the title')
  await sql`
    update posts set published_on = null
    where id = (select max(id) from posts where blog = 1 and is_published)`
  const second = await ask(BLOG)
  t.notSame(second.body, first.body)
  t.not(second.headers.etag, first.headers.etag)
  t.same((await ask(`${BLOG}?offset=0`)).headers.etag, second.headers.etag)
  t.not((await ask(`${BLOG}.json`)).headers.etag, second.headers.etag)
})
