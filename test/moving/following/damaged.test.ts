/** Damaged feeds never stop a follower, and store no post by half. */
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { Begin } from '../../../db/client.ts'
import { copies } from '../../../db/copies/index.ts'
import { holds } from '../../../db/syncs.ts'
import { readDocument, Unavailable } from '../../../moving/following/documents.ts'
import { healthOf } from '../../../moving/following/health.ts'
import { looker } from '../../../moving/following/polling.ts'
import { guardedClient } from '../../../plugins/outgoing/index.ts'
import { build, type Built, numberFrom } from '../../support/index.ts'
import { damage, damaged } from '../damage.ts'
import { sources } from '../examples.ts'
import { liveBlog3List } from '../liveblog3-list.ts'
import { playing, type Answer } from '../polled.ts'

/** Makes a blog that follows an address, and a function that looks at once. */
const looking = async ({ app, sql }: Built, address: string) => {
  const Sync = await numberFrom(sql`
    with blog as (
      insert into blogs (type, language, creator, title) values (1, 1, 1, 'copies') returning id
    ), source as (
      insert into sources (type, name, uri) values ('blog provider', ${address}, ${address}) returning id
    ), attached as (
      insert into blog_sources (blog, source) select blog.id, source.id from blog, source
    )
    insert into syncs (blog, source, creator, auto) select blog.id, source.id, 1, true from blog, source
    returning id`)
  const states = holds(sql)
  const begin: Begin = async (work) => {
    const { result } = await sql.begin(async (transaction) => ({ result: await work(transaction) }))
    return result
  }
  const get = guardedClient({ isAllowed: () => true, timeout: 5000, maxBytes: 8 * 1024 * 1024, userAgent: 'test' })
  return async () => {
    const sync = (await states.take('me')).find((held) => held.Sync === Sync)
    if (sync === undefined) throw new Error('The sync is not held')
    const { signal } = new AbortController()
    const hold = { sync: Sync, holder: 'me' }
    const health = healthOf(states, hold, app.log)
    const store = copies(sql, begin)
    return looker(sync, { store, states: health, get, stream: get, hold, signal, warn: () => {}, seconds: 1 })()
  }
}

const texts = [
  ...['', ' ', '0', '-1', '1e400', '9'.repeat(50), '2026-13-45T99:99:99Z', '0000-00-00', '+275760-09-13T00:00:00Z'],
  ...[
    'x'.repeat(600),
    'x'.repeat(70_000),
    '\ufffe',
    '\ud83d',
    '&amp;lt;script&amp;gt;',
    'Ann@example.org',
    'urn:uuid:x'
  ]
]

/** Replaces one of the values of a document by a strange one, so that it stays well-formed. */
const replaced = (document: string, place: number, text: string) => {
  const values = document.startsWith('{') ? /"[^"]*"(?=[,}\]])|\b[\d.]+(?=[,}])/g : /(?<=>)[^<>]+(?=<)|(?<==")[^"]*/g
  const count = document.match(values)?.length ?? 0
  let left = Math.floor(place * count)
  return document.replace(values, (value) => {
    left -= 1
    if (left !== -1) return value
    return value.startsWith('"') ? JSON.stringify(text) : text
  })
}

/** Functions that change a document. */
const change = fc.oneof(
  damage.map((each) => (document: string) => damaged(Buffer.from(document), each).toString()),
  ...[1, 2, 3].map(() =>
    fc.record({ place: fc.nat({ max: 999 }), text: fc.constantFrom(...texts) }).map(
      ({ place, text }) =>
        (document: string) =>
          replaced(document, place / 1000, text)
    )
  )
)

t.test('a look at a damaged feed brings whole posts, or says why not', async (t) => {
  const built = await build(t)
  const answer: Answer = { body: '' }
  const { origin } = await playing(t, () => answer)
  const { atom = '', rss = '', 'json-feed': json = '' } = sources
  for (const [path, text] of Object.entries({
    ...{ atom, rss, json },
    [`api/client_blogs/${'5a62'.repeat(6)}`]: liveBlog3List
  })) {
    const look = await looking(built, `${origin}/${path}`)
    let successes = 0
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        answer.body = changes.reduce((document, apply) => apply(document), text)
        const reason = await look().then(
          () => {
            successes += 1
          },
          (error: unknown) => (error instanceof Error ? error.message : 'no error')
        )
        if (reason !== undefined) t.match(reason, /^The (feed|source|file|address|other service) /)
      }),
      { numRuns: 60 }
    )
    t.ok(successes > 10, `${path}: ${successes} looks`)
  }
  const [halves] = await built.sql`
    select count(*)::integer as count from posts left join copied_posts on copied_posts.post = posts.id
    where posts.blog > 3 and (copied_posts.post is null or posts.meta::jsonb is null)`
  t.equal(halves?.Count, 0)
})

t.test(
  'a source that answers with something else, or with too much, is not read, and the reason is told',
  async (t) => {
    const built = await build(t)
    const liveBlog3 = `api/client_blogs/${'5a62'.repeat(6)}`
    const entries = (count: number) =>
      `<rss version="2.0"><channel>${`<item><guid>x</guid></item>`.repeat(count)}</channel></rss>`
    const items = (count: number) => JSON.stringify({ _items: Array.from({ length: count }, () => ({})) })
    for (const [path, body, reason] of [
      [liveBlog3, '{}', 'The other service answered with something else than a list of posts'],
      [liveBlog3, items(1000), undefined],
      [liveBlog3, items(1001), 'The other service answered with more posts than it was asked for'],
      ['feed', 'Good evening', 'The address leads to no feed: neither Atom nor RSS nor JSON Feed'],
      ['feed', entries(20_001), 'The feed has more than 20000 entries, tags and links']
    ] as const) {
      const { origin } = await playing(t, () => ({ body }))
      const look = await looking(built, `${origin}/${path}`)
      const message = await look().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : 'no error')
      )
      t.equal(message, reason, `${path} ${body.slice(0, 40)}`)
    }
  }
)

t.test('a source is left alone for as long as it asks, within bounds', async (t) => {
  const answer: Answer = { body: 'x' }
  const { origin } = await playing(t, () => answer)
  const get = guardedClient({ isAllowed: () => true, timeout: 5000, maxBytes: 100, userAgent: 'test' })
  const pauseFor = async (t: Test, headers: Readonly<Record<string, string>>, status = 200) => {
    Object.assign(answer, { headers, status })
    const { signal } = new AbortController()
    return readDocument(origin, '*/*', { get, signal, warn: t.fail }).then(
      ({ pause }) => pause,
      (error: unknown) => (error instanceof Unavailable ? error.pause : -1)
    )
  }
  t.equal(await pauseFor(t, {}), 0)
  t.equal(await pauseFor(t, { 'cache-control': 'public, max-age=90' }), 90)
  t.equal(await pauseFor(t, { 'cache-control': 's-maxage=90' }), 0)
  t.equal(await pauseFor(t, { 'cache-control': 'max-age=86400' }), 300)
  t.equal(await pauseFor(t, { 'retry-after': '120' }, 429), 120)
  t.equal(await pauseFor(t, { 'retry-after': '999999' }, 503), 3600)
  t.equal(await pauseFor(t, { 'retry-after': 'soon' }, 503), 0)
  t.ok((await pauseFor(t, { 'retry-after': new Date(Date.now() + 100_000).toUTCString() }, 503)) > 90)
})

t.test('a feed that tells a pause itself is left alone for the longer of both, within bounds', async (t) => {
  const built = await build(t)
  const pauseFor = async (minutes: string, age: number) => {
    const body = `<rss version="2.0"><channel><title>Night</title><ttl>${minutes}</ttl></channel></rss>`
    const { origin } = await playing(t, () => ({ body, headers: { 'cache-control': `max-age=${age}` } }))
    const look = await looking(built, `${origin}/rss`)
    return look()
  }
  t.equal(await pauseFor('2', 0), 120)
  t.equal(await pauseFor('2', 90), 120)
  t.equal(await pauseFor('1', 90), 90)
  t.equal(await pauseFor('60', 0), 300)
  t.equal(await pauseFor('soon', 0), 0)
})
