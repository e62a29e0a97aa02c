/** A client that polls with `cId.since=<lastCId of the last response>` ends with exactly the posts of the database. */
import fc from 'fast-check'
import t from 'tap'
import { build, newsroom, type Newsroom } from '../../support/index.ts'
import { naiveClient, type FollowedList } from '../../support/naive-client.ts'
import { newsroomEvent } from '../../support/newsroom-events.ts'
import type { Pool } from '../../../db/client.ts'

/** Lists of a blog, each with the state and type of the posts that it shows; undefined stands for both states. */
const lists = {
  '/Post/Published': { published: true },
  '/Post': { published: undefined },
  '/Post/Unpublished': { published: false },
  '/PostType/quote/Post/Published': { published: true, type: 'quote' }
} as const
type List = keyof typeof lists

const everyList: List[] = ['/Post/Published', '/Post', '/Post/Unpublished', '/PostType/quote/Post/Published']
const EVERYTHING = 'X-Filter=Id,CId,IsPublished,DeletedOn,Content'

/** Returns the posts that a client of the list must show now: contents by id. */
const expectedPosts = async (sql: Pool, blog: number, list: List): Promise<Record<string, string>> => {
  const { published, type } = { type: undefined, ...lists[list] }
  const rows = await sql<{ Id: number; Content: string }[]>`
    select id, content from posts where blog = ${blog} and deleted_on is null
    and ${published === undefined ? sql`true` : sql`(published_on is not null) = ${published}`}
    and ${type === undefined ? sql`true` : sql`type = ${type}`}`
  return Object.fromEntries(rows.map(({ Id, Content }) => [`${Id}`, Content]))
}

/** Returns a client that polls one list of the blog. */
const clientOf = (
  get: Parameters<typeof naiveClient>[0],
  { blog }: Newsroom,
  list: List,
  options: Pick<FollowedList, 'format' | 'query' | 'block'>
) => naiveClient(get, { list: `/resources/Desk/Blog/${blog}${list}`, published: lists[list].published, ...options })

/** Describes each post that a client misses, shows wrongly, or should no longer show. */
const differences = (shown: Record<string, string>, expected: Record<string, string>) =>
  [...new Set([...Object.keys(shown), ...Object.keys(expected)])].flatMap((id) =>
    shown[id] === expected[id]
      ? []
      : [`post ${id} is ${expected[id] ?? 'not in the list'}, but the client shows ${shown[id] ?? 'nothing'}`]
  )

/** Any list, format and query. Under X-Filter=Content, a list of drafts could not show that a post was published. */
const client = fc
  .record({
    list: fc.constantFrom(...everyList),
    format: fc.constantFrom('xml' as const, 'json' as const),
    limit: fc.constantFrom('', ...[1, 2, 3, 4, 5, 6, 7, 20].map((limit) => `limit=${limit}`)),
    filter: fc.constantFrom('', EVERYTHING, 'X-Filter=*', 'X-Filter=Content')
  })
  .map(({ list, format, limit, filter }) => ({
    list,
    format,
    query: [limit, list === '/Post/Unpublished' && filter === 'X-Filter=Content' ? EVERYTHING : filter]
      .filter((part) => part !== '')
      .join('&')
  }))

/** Any list that is followed by shared addresses, of any number of changes. */
const sharingClient = fc.record({
  list: fc.constantFrom(...everyList),
  format: fc.constantFrom('xml' as const, 'json' as const),
  query: fc.constant(EVERYTHING),
  block: fc.constantFrom(1, 3, 8, 16)
})

type Get = Parameters<typeof naiveClient>[0]

/** Returns a cache in front of the service that keeps the answers which may be kept for a minute for ever. */
const cached = (get: Get): Get => {
  const entries = new Map<string, Awaited<ReturnType<Get>>>()
  return async (path) => {
    const answer = entries.get(path) ?? (await get(path))
    if (answer.headers['cache-control'] === 'public, max-age=60, stale-if-error=600') entries.set(path, answer)
    return answer
  }
}

await t.test('a client that polls with the last lastCId misses no change', async (t) => {
  // The cache is off, so that direct changes in the database are visible at once.
  const built = await build(t, { CACHE_MB: '0' })
  const { get, sql } = built

  // Not every combination of list and query: the property test below combines them.
  for (const [list, queries] of [
    ['/Post/Published', ['', `limit=20&${EVERYTHING}`]],
    ['/Post', ['limit=20']],
    ['/Post/Unpublished', ['']],
    ['/PostType/quote/Post/Published', [`limit=20&${EVERYTHING}`]]
  ] as const) {
    for (const query of queries) {
      await t.test(`a client of ${list}?${query} gets all 210 posts that are inserted between two polls`, async (t) => {
        const room = await newsroom(built)
        const clients = (['xml', 'json'] as const).map((format) => clientOf(get, room, list, { format, query }))
        await room.insert(2, { published: list !== '/Post/Unpublished', type: 'quote', content: 'before' })
        for (const client of clients) await client.poll()
        await room.insert(210, { published: list !== '/Post/Unpublished', type: 'quote', content: 'burst' })
        const expected = await expectedPosts(sql, room.blog, list)
        t.equal(Object.keys(expected).length, 212)
        for (const client of clients) {
          await client.catchUp()
          t.same(differences(client.contents(), expected).slice(0, 5), [])
        }
      })
    }
  }

  await t.test('a client ends with the state of the database after any sequence of events', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(client, sharingClient), { minLength: 4, maxLength: 6 }),
        fc.array(newsroomEvent, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (choices, events, hasBurst) => {
          const room = await newsroom(built)
          const getCached = cached(get)
          const clients = choices.map(({ list, ...options }) => ({
            list,
            options,
            ...clientOf('block' in options ? getCached : get, room, list, options)
          }))
          const ids: number[] = []
          for (const [index, { happen }] of events.entries()) {
            if (hasBurst && index === 1) ids.push(...(await room.insert(210, { content: 'burst' })))
            ids.push(...(await happen(room, ids)))
            const polling = clients[index % clients.length]
            if (index % 2 === 0) await polling?.poll()
          }
          for (const { list, options, catchUp, contents } of clients) {
            await catchUp()
            const wrong = differences(contents(), await expectedPosts(sql, room.blog, list))
            if (wrong.length > 0) {
              throw new Error(`${list}?${options.query} in ${options.format}: ${wrong.slice(0, 5).join('; ')}`)
            }
          }
        }
      ),
      { seed: 20261121, numRuns: 4, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true }
    )
  })
})
