/** Requests for the same document share a cache entry; requests that differ in anything that shapes it never do. */
import { Agent, request } from 'undici'
import t from 'tap'
import { build, listen, replicaOf, words } from '../../support/index.ts'
import { hrefOf } from '../../support/html.ts'
import { buildWithCounter, overSocket, throughRouter, type Answer } from '../cached.ts'

const LIST = '/resources/Desk/Blog/1/Post/Published'

t.test('equivalent addresses and headers share one cache entry', async (t) => {
  const { app, count } = await buildWithCounter(t)
  const ask = await overSocket(t, app)
  for (const [url, others] of [
    [LIST, words`? / ?offset=0 ?detailed=true&offset=0 ?offset=0&detailed=true ?detailed=true`],
    [`${LIST}?asc=id&limit=2`, ['&', '&offset=0']],
    [`${LIST}?X-TimeZone=UTC`, ['&', '&_=1', '&detailed=true']],
    ['/resources/Desk/Blog/1', ['/', '?', '?_=1']]
  ] as const) {
    const first = await ask(url)
    t.equal(first.status, 200)
    for (const end of others) {
      let answer: Answer | undefined
      const statements = await count(async () => {
        answer = await ask(url + end)
      })
      const shown = { statements, etag: answer?.headers.etag, body: answer?.body }
      t.same(shown, { statements: 0, etag: first.headers.etag, body: first.body }, `${url}${end}`)
    }
  }
  const found = await count(() => ask(LIST, { accept: 'application/xml;q=0.9, text/plain' }))
  t.equal(found, 0, 'another Accept for the same format')
  t.equal(await count(() => ask('//resources/Desk//Blog/1')), 0, 'extra slashes')
  t.equal(await count(() => ask(`${LIST}?X-TimeZone=utc`)), 0, 'a zone in small letters')
})

t.test('a refused request is refused each time and never served from the cache', async (t) => {
  const { app } = await build(t)
  const ask = await overSocket(t, app)
  const { body } = await ask(LIST)
  for (const end of ['?x=1', '?limit=100&x=1', '?limit=-1', '?limit=1001', '?X-TimeZone=Mars', '?params=hide']) {
    for (let time = 0; time < 2; time += 1) t.equal((await ask(LIST + end)).status, 400, end)
  }
  t.equal((await ask(LIST, { 'x-timezone': 'Mars' })).status, 400)
  t.same((await ask(LIST)).body, body)
})

t.test('caches that the service did not fill learn from Vary which headers shape a document', async (t) => {
  const { app } = await build(t)
  const ask = await overSocket(t, app)
  for (const [name, value] of [
    ['X-Filter', 'Id'],
    ['X-Filter', ''],
    ['X-Format-DateTime', "'hacked' y"],
    ['X-TimeZone', 'Asia/Tokyo'],
    ['X-Format-Values', 'typed'],
    ['Accept-Language', 'de']
  ] as const) {
    const url = `${LIST}.json?limit=3`
    const parameter = `&${new URLSearchParams({ [name]: value })}`
    for (let time = 0; time < 3; time += 1) await ask(url + parameter)
    const { headers } = await ask(url, value === '' ? {} : { [name]: value })
    t.ok(headers.vary?.includes(name), `${name}: ${value} after ${parameter}`)
  }
})

t.test('a page has no links with the query or the spelling of another request', async (t) => {
  const { app } = await build(t)
  const ask = await overSocket(t, app)
  for (const [other, own] of [
    [`${LIST}.html?limit=3&utm_source=campaign`, `${LIST}.html?limit=3`],
    ['/resources/Desk/Blog/1.html?_=campaign', '/resources/Desk/Blog/1.html'],
    [`${LIST.replace('Blog', 'Blo%67')}?limit=2`, `${LIST}?limit=2`]
  ] as const) {
    for (let time = 0; time < 3; time += 1) await ask(other)
    const { body, headers } = await ask(own)
    t.notMatch(`${body}${headers.link}`, /campaign|%67/, own)
  }
})

/** Ends of the address, with headers, that each select a different representation for the same viewer. */
const shapes: readonly [string, Readonly<Record<string, string>>][] = [
  ['', {}],
  ['', { host: 'other.example' }],
  ['', { host: 'news.example:8080' }],
  ['', { accept: 'application/json' }],
  ['', { accept: 'text/xml' }],
  ['', { accept: 'text/json' }],
  ['.json', {}],
  ['.xml', {}],
  ['?limit=1', {}],
  ['?offset=1', {}],
  ['?detailed=false', {}],
  ['?asc=id', {}],
  ['?desc=id', {}],
  ['?asc=id&desc=cId', {}],
  ['?desc=cId&asc=id', {}],
  ['?cId.since=1', {}],
  ['?params=show', {}],
  ...[
    ['X-Filter', 'Id'],
    ['X-Filter', 'Id,CreatedOn'],
    ['X-Filter', 'Author.Id']
  ].flatMap(([name = '', value = '']): [string, Record<string, string>][] => [
    ['', { [name]: value }],
    [`?${name}=${value}`, { accept: 'application/json' }]
  ]),
  ['?X-Filter=CreatedOn&X-Format-DateTime=full', {}],
  ...(
    [
      ['X-Format-DateTime', 'iso'],
      ['X-TimeZone', 'Asia/Tokyo'],
      ['Accept-Language', 'de']
    ] as const
  ).flatMap(([name, value]): [string, Record<string, string>][] => [
    ['?X-Filter=CreatedOn&X-Format-DateTime=full', { [name]: value }],
    [`?X-Filter=CreatedOn&${new URLSearchParams({ 'X-Format-DateTime': 'long', [name]: value })}`, {}]
  ]),
  ['?X-Filter=Id', { accept: 'application/json', 'x-format-values': 'typed' }],
  ['?X-Filter=Id&x-format-values=typed', { accept: 'text/json' }]
]

t.test('a request never gets the document of another representation', async (t) => {
  const { app: uncached } = await build(t, { CACHE_MB: '0' })
  const { app } = await build(t)
  const [ask, askRouter, askUncached] = [await overSocket(t, app), throughRouter(app), throughRouter(uncached)]
  // One after the other: reads that run at the same time would share an answer by their key.
  const expected: Answer[] = []
  for (const [end, headers] of shapes) expected.push(await askUncached(LIST + end, headers))
  for (const time of ['rendered', 'cached']) {
    for (const [index, [end, headers]] of shapes.entries()) {
      const about = `${end} ${JSON.stringify(headers)} ${time}`
      const { headers: sent, ...others } = await ask(LIST + end, headers)
      t.same(
        { ...others, type: sent['content-type'], link: sent.link },
        {
          status: 200,
          body: expected[index]?.body,
          type: expected[index]?.headers['content-type'],
          link: expected[index]?.headers.link
        },
        about
      )
      t.same((await askRouter(LIST + end, headers)).body, expected[index]?.body, `${about}, through the router`)
    }
  }
  t.ok(new Set(expected.map(({ body }) => body.toString())).size > 20, 'the documents differ')
})

t.test('a reader never gets the page of another query', async (t) => {
  const built = await build(t, { CACHE_MB: '0' })
  const { app: uncached, sql } = built
  await sql`
    insert into posts (blog, creator, content, published_on, is_key_point)
    select 1, 1, 'Pelican ' || number, now(), true from generate_series(1, 120) as number;
    insert into blogs (title, type, creator, language, created_on, live_on, closed_on)
    select 'Regatta ' || number, 1, 1, 1, now(), now(), now() from generate_series(1, 60) as number`.simple()
  const app = await replicaOf(t, built)
  const [ask, askUncached] = [await overSocket(t, app), throughRouter(uncached)]
  const expected = new Map<string, string>()
  const expect = async (path: string) => {
    const { status, body } = await askUncached(path)
    t.equal(status, 200, path)
    expected.set(path, body.toString())
    return body.toString()
  }
  for (const [path, further] of [
    ['/live', 'Older live blogs'],
    ['/live/1?order=oldest', 'Newer posts'],
    ['/live/1?show=key-points', 'Older posts'],
    ['/live/search?q=pelican', 'Older results'],
    ['/live/1/search?q=pelican', 'Older results']
  ] as const) {
    await expect(hrefOf(await expect(path), further).replace('http://news.example', ''))
  }
  for (const path of words`/live/1 /live/1?comment=sent /live/search?q=regatta /live/1/search?q=regatta
    /live/1/embed /live/1/embed?order=oldest /live/1/embed?posts=3 /live/1/embed?show=key-points /live/1/embed?post=1
    /oembed?url=http://news.example/live/1 /oembed?url=http://news.example/live/1&format=xml
    /oembed?url=http://news.example/live/1&maxwidth=300 /oembed?url=http://news.example/live/2`) {
    await expect(path)
  }
  for (const time of ['rendered', 'cached']) {
    for (const [path, body] of expected) t.equal((await ask(path)).body.toString(), body, `${path} ${time}`)
  }
  t.equal(new Set(expected.values()).size, expected.size, 'the pages differ')
})

t.test('only a trusted proxy sets scheme and host of links, and others never get the links it got', async (t) => {
  const { app } = await build(t, { TRUSTED_PROXIES: '127.0.0.2' })
  const port = await listen(app, '0.0.0.0')
  const baseUrlFor = async (localAddress: string, headers: Record<string, string>) => {
    const dispatcher = new Agent({ localAddress })
    const { body } = await request(`http://127.0.0.1:${port}/resources/Desk/Blog/1`, {
      dispatcher,
      headers: { host: 'news.example', ...headers }
    })
    const [, baseUrl] = /href="(.*?)\/resources/.exec(await body.text()) ?? []
    await dispatcher.close()
    return baseUrl
  }
  const ownBaseUrl = 'http://news.example'
  for (const time of ['rendered', 'cached']) {
    for (const [headers, expected] of [
      [{}, ownBaseUrl],
      [{ 'x-forwarded-proto': 'https' }, 'https://news.example'],
      [{ 'x-forwarded-host': 'live.example' }, 'http://live.example'],
      [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'live.example' }, 'https://live.example'],
      // Values that could collide in a cache key: the text of an absent header, and a separator inside a value.
      [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'undefined' }, 'https://undefined'],
      [{ 'x-forwarded-proto': 'http', 'x-forwarded-host': 'x, https y, live.example' }, 'http://live.example'],
      [{ 'x-forwarded-proto': 'http x, https', 'x-forwarded-host': 'y, live.example' }, 'https://live.example']
    ] as const) {
      t.equal(await baseUrlFor('127.0.0.2', headers), expected, `the proxy: ${JSON.stringify(headers)} ${time}`)
      t.equal(await baseUrlFor('127.0.0.3', headers), ownBaseUrl, `another client: ${JSON.stringify(headers)} ${time}`)
    }
  }
})
