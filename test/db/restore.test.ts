/**
 * The database is changed, emptied or restored while the service runs. All documents become fresh, and are then
 * cached again.
 */
import t, { type Test } from 'tap'
import type { Pool } from '../../db/client.ts'
import { build, documentOf, idsOf, readings, until } from '../support/index.ts'

/** Maximum milliseconds until a document is fresh: far more than a second, which test/alone/truth.test.ts checks. */
const MAX_STALE = 10_000

const blog = '/resources/Desk/Blog/3.json'
const list = '/resources/Desk/Blog/3/Post/Published.json'
const post = '/resources/Desk/Blog/3/Post/81.json'
const withContent = `${list}?X-Filter=Content`
const changes = `${list}?cId.since=0`

/** Builds a service with cached documents, and returns checks of whether they are fresh and cached. */
const serve = async (t: Test) => {
  const { watch, statements, untilCached } = readings()
  const built = await build(t, {}, { watch })
  const { get } = built
  const everything = [blog, list, post, withContent, changes]
  for (const url of everything) await untilCached(() => get(url))
  return {
    ...built,
    /** Checks that a document becomes fresh. */
    becomes: async (t: Test, url: string, isFresh: IsFresh, step: string) => {
      const startedAt = performance.now()
      await until(
        () => get(url),
        ({ body, statusCode }) => isFresh(body, statusCode)
      )
      const took = performance.now() - startedAt
      t.ok(took < MAX_STALE, `${step}: ${url} after ${took.toFixed(0)} ms`)
    },
    /** Checks that documents stay cached while the service reads the change feed several times. */
    staysCached: async (t: Test) => {
      await built.app.freshness.catchUp()
      const existing: string[] = []
      for (const url of everything) if ((await get(url)).statusCode === 200) existing.push(url)
      for (const url of existing) await untilCached(() => get(url))
      const count = statements.length
      for (let round = 0; round < 4; round++) {
        await built.app.freshness.catchUp()
        for (const url of existing) await get(url)
      }
      t.same(statements.slice(count), [], 'all documents stay cached')
    }
  }
}

type IsFresh = (body: string, status: number) => boolean

/** Changes in SQL, and checks of the documents that must become fresh. */
const cases: readonly (readonly [string, Readonly<Record<string, IsFresh>>])[] = [
  ["update blogs set title = 'A new title' where id = 3", { [blog]: (body) => body.includes('A new title') }],
  [
    "update posts set content = 'A new text' where id = 81",
    { [post]: (body) => body.includes('A new text'), [withContent]: (body) => body.includes('A new text') }
  ],
  ['update posts set published_on = null where id = 81', { [list]: (body) => !/Post\/81\b/.test(body) }],
  [
    "update persons set first_name = 'Renamed' where id = 3",
    { '/resources/HR/User/3.json': (body) => body.includes('Renamed') }
  ],
  [
    'truncate posts cascade',
    {
      [list]: (body) => /"total":"0"/.test(body),
      [withContent]: (body) => /"PostList":\[\]/.test(body),
      [post]: (_body, status) => status === 404,
      [changes]: (body, status) => status === 410 || /"PostList":\[\]/.test(body)
    }
  ]
]

await t.test('changes with SQL make documents fresh, and keep the counters right', async (t) => {
  const { sql, get, becomes, staysCached } = await serve(t)
  const counters = () => sql`select post_count, published_count, published_c_id from blogs where id = 3`
  const [countersBefore] = await counters()
  await sql`
    insert into posts (id, blog, creator, content, published_on) values (81, 3, 3, 'a duplicate', now())
    on conflict do nothing`
  t.same((await counters())[0], countersBefore, 'an insert with on conflict do nothing')
  const { total, lastCId } = documentOf(await get(`${list}?limit=0`))
  t.same({ total, lastCId }, { total: '3', lastCId: '3' })
  t.same(idsOf(documentOf(await get(`${list}?cId.since=3`))), [])

  for (const [change, expected] of cases) {
    await sql.unsafe(change)
    for (const [url, isFresh] of Object.entries(expected)) await becomes(t, url, isFresh, change)
    await staysCached(t)
  }
  for (const url of [list, '/resources/Desk/Blog/3/Post.json', '/resources/Desk/Blog/3/Post/Unpublished.json']) {
    const { total, offsetMore } = documentOf(await get(url))
    t.same({ total, offsetMore }, { total: '0', offsetMore: '0' }, url)
  }
  await sql`insert into posts (blog, creator, content, published_on) values (3, 3, 'the first one after it', now())`
  const isThere = (body: string) => body.includes('the first one after it') && body.includes('"total":"1"')
  await becomes(t, withContent, isThere, 'a post inserted')
})

/**
 * Replaces the table `changes`, like a restore from another server: its rows have transaction ids of the far future.
 * A restore fires no triggers, so it changes posts without recording the change.
 */
const restore = (sql: Pool) =>
  sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`create table replacement (like changes including all)`
    await transaction`drop table changes`
    await transaction`alter table replacement rename to changes`
    await transaction`
      insert into changes (transaction, tag) values ('9000000000000', 'blog:3'), ('9000000000001', 'blogs')`
    await transaction`update posts set content = 'Restored' where id = 81`
  })

await t.test('a restore from another server makes documents fresh', async (t) => {
  const { sql, becomes, staysCached } = await serve(t)
  await restore(sql)
  await becomes(t, withContent, (body) => body.includes('Restored'), 'restored')
  await staysCached(t)
  for (const text of ['once', 'twice']) {
    await sql`update posts set content = ${`Edited ${text} after it`} where id = 81`
    const isThere = (body: string) => body.includes(`Edited ${text} after it`)
    for (const url of [withContent, post]) await becomes(t, url, isThere, `changed ${text} after the restore`)
  }
  await sql`update blogs set title = 'Renamed after it' where id = 3`
  await becomes(t, blog, (body) => body.includes('Renamed after it'), 'renamed after the restore')
  await staysCached(t)
})

await t.test('truncating changes makes documents fresh', async (t) => {
  const { sql, becomes, staysCached } = await serve(t)
  await sql`truncate changes`
  await sql`update posts set content = 'Written afterwards' where id = 81`
  await becomes(t, withContent, (body) => body.includes('Written afterwards'), 'changed afterwards')
  await staysCached(t)
})
