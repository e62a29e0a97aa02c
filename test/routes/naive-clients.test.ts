/** A client that only repeats `cId.since=<lastCId of its last answer>` ends with exactly what the database holds. */
import fc from 'fast-check'
import t from '../support/tap.ts'
import { build } from '../support/app.ts'
import { naiveClient, type Following } from '../support/naive-client.ts'
import { newsroomEvent } from '../support/newsroom-events.ts'
import { newsroom, type Newsroom } from '../support/newsroom.ts'
import type { Pool } from '../../db/client.ts'

/** Lists of a blog, and the posts that each shows. */
const lists = {
  '/Post/Published': { published: true },
  '/Post': { published: undefined },
  '/Post/Unpublished': { published: false },
  '/PostType/quote/Post/Published': { published: true, type: 'quote' }
} as const
type List = keyof typeof lists

const everyList: List[] = ['/Post/Published', '/Post', '/Post/Unpublished', '/PostType/quote/Post/Published']
const EVERYTHING = 'X-Filter=Id,CId,IsPublished,DeletedOn,Content'

/** What a client of the list would have to show now. */
const truthOf = async (sql: Pool, blog: number, list: List): Promise<Record<string, string>> => {
  const { published, type } = { type: undefined, ...lists[list] }
  const rows = await sql<{ Id: number; Content: string }[]>`
    select id, content from posts where blog = ${blog} and deleted_on is null
    and ${published === undefined ? sql`true` : sql`(published_on is not null) = ${published}`}
    and ${type === undefined ? sql`true` : sql`type = ${type}`}`
  return Object.fromEntries(rows.map(({ Id, Content }) => [`${Id}`, Content]))
}

/** A client of one list of the newsroom's blog. */
const follow = (
  get: Parameters<typeof naiveClient>[0],
  { blog }: Newsroom,
  list: List,
  how: Pick<Following, 'notation' | 'query'>
) => naiveClient(get, { list: `/resources/Desk/Blog/${blog}${list}`, published: lists[list].published, ...how })

/** What a client shows that is not so, and what it doesn't show. */
const differences = (seen: Record<string, string>, truth: Record<string, string>) =>
  [...new Set([...Object.keys(seen), ...Object.keys(truth)])].flatMap((id) =>
    seen[id] === truth[id]
      ? []
      : [`post ${id} is ${truth[id] ?? 'not in the list'}, and the client shows ${seen[id] ?? 'nothing'}`]
  )

/** A client of some list. A draft list under a filter without IsPublished cannot show that a post was published. */
const client = fc
  .record({
    list: fc.constantFrom(...everyList),
    notation: fc.constantFrom('xml' as const, 'json' as const),
    limit: fc.constantFrom('', ...[1, 2, 3, 4, 5, 6, 7, 20].map((limit) => `limit=${limit}`)),
    filter: fc.constantFrom('', EVERYTHING, 'X-Filter=*', 'X-Filter=Content')
  })
  .map(({ list, notation, limit, filter }) => ({
    list,
    notation,
    query: [limit, list === '/Post/Unpublished' && filter === 'X-Filter=Content' ? EVERYTHING : filter]
      .filter((part) => part !== '')
      .join('&')
  }))

await t.test('a naive client', async (t) => {
  // Nothing is cached, so what a test writes past the service is read at once.
  const built = await build(t, { CACHE_MB: '0' })
  const { get, sql } = built

  // Each list and each query, not each with each: the property below mixes them.
  for (const [list, queries] of [
    ['/Post/Published', ['', 'limit=20', EVERYTHING, `limit=20&${EVERYTHING}`]],
    ['/Post', ['limit=20']],
    ['/Post/Unpublished', ['']],
    ['/PostType/quote/Post/Published', [`limit=20&${EVERYTHING}`]]
  ] as const) {
    for (const query of queries) {
      await t.test(`misses none of 210 posts between two polls of ${list}?${query}`, async (t) => {
        const room = await newsroom(built)
        const clients = (['xml', 'json'] as const).map((notation) => follow(get, room, list, { notation, query }))
        await room.insert(2, { published: list !== '/Post/Unpublished', type: 'quote', content: 'before' })
        for (const client of clients) await client.poll()
        await room.insert(210, { published: list !== '/Post/Unpublished', type: 'quote', content: 'burst' })
        const truth = await truthOf(sql, room.blog, list)
        t.equal(Object.keys(truth).length, 212)
        for (const client of clients) {
          await client.catchUp()
          t.same(differences(client.contents(), truth).slice(0, 5), [])
        }
      })
    }
  }

  await t.test('ends with the state of the database, whatever happens between its polls', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(client, { minLength: 4, maxLength: 6 }),
        fc.array(newsroomEvent, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (followings, events, hasBurst) => {
          const room = await newsroom(built)
          const clients = followings.map(({ list, ...how }) => ({ list, how, ...follow(get, room, list, how) }))
          const ids: number[] = []
          for (const [at, { happen }] of events.entries()) {
            if (hasBurst && at === 1) ids.push(...(await room.insert(210, { content: 'burst' })))
            ids.push(...(await happen(room, ids)))
            const polling = clients[at % clients.length]
            if (at % 2 === 0) await polling?.poll()
          }
          for (const { list, how, catchUp, contents } of clients) {
            await catchUp()
            const [seen, truth] = [contents(), await truthOf(sql, room.blog, list)]
            const wrong = differences(seen, truth)
            if (wrong.length > 0) {
              throw new Error(`${list}?${how.query} in ${how.notation}: ${wrong.slice(0, 5).join('; ')}`)
            }
          }
        }
      ),
      { seed: 20261121, numRuns: 8, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true }
    )
  })
})
