/** The database changed, emptied or restored under a running service: every document is current within a second, and then cached. */
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from '../support/tap.ts'
import type { Pool } from '../../db/client.ts'
import { build } from '../support/app.ts'
import { readings } from '../support/readings.ts'
import { documentOf, idsOf } from '../routes/wire.ts'

/** Within a second, in milliseconds, with room for a busy machine. */
const CURRENT = 1_000 + 500

const blog = '/resources/Desk/Blog/3.json'
const list = '/resources/Desk/Blog/3/Post/Published.json'
const post = '/resources/Desk/Blog/3/Post/81.json'
const withContent = `${list}?X-Filter=Content`
const changes = `${list}?cId.since=0`

/** A service with its documents cached, and ways to see when they are current and whether they are cached. */
const serve = async (t: Test) => {
  const { watch, statements, untilCached } = readings()
  const built = await build(t, {}, { watch })
  const { get } = built
  const everything = [blog, list, post, withContent, changes]
  for (const url of everything) await untilCached(() => get(url))
  return {
    ...built,
    /** Checks that a document says something within a second. */
    becomes: async (t: Test, url: string, isCurrent: (body: string, status: number) => boolean, about: string) => {
      const begun = performance.now()
      let answer = await get(url)
      while (!isCurrent(answer.body, answer.statusCode) && performance.now() - begun < 3 * CURRENT) {
        await sleep(10)
        answer = await get(url)
      }
      const took = performance.now() - begun
      t.ok(isCurrent(answer.body, answer.statusCode) && took < CURRENT, `${about}: ${url} after ${took.toFixed(0)} ms`)
    },
    /** Checks that documents stay cached while the service asks several times what has changed. */
    staysCached: async (t: Test) => {
      await built.app.freshness.catchUp()
      const there: string[] = []
      for (const url of everything) if ((await get(url)).statusCode === 200) there.push(url)
      for (const url of there) await untilCached(() => get(url))
      const before = statements().length
      for (let round = 0; round < 4; round++) {
        await built.app.freshness.catchUp()
        for (const url of there) await get(url)
      }
      t.same(statements().slice(before), [], 'and then everything stays cached')
    }
  }
}

/** What somebody does to the database, and what documents then say. */
const cases: readonly (readonly [
  string,
  (sql: Pool) => Promise<unknown>,
  readonly (readonly [string, (body: string, status: number) => boolean])[]
])[] = [
  [
    'TRUNCATE of posts',
    (sql) => sql`truncate posts cascade`,
    [
      [list, (body) => /"total":"0"/.test(body)],
      [withContent, (body) => /"PostList":\[\]/.test(body)],
      [post, (_body, status) => status === 404],
      [changes, (body, status) => status === 410 || /"PostList":\[\]/.test(body)]
    ]
  ],
  [
    'a blog renamed',
    (sql) => sql`update blogs set title = 'A new title' where id = 3`,
    [[blog, (body) => body.includes('A new title')]]
  ],
  [
    'a post edited',
    (sql) => sql`update posts set content = 'A new text' where id = 81`,
    [
      [post, (body) => body.includes('A new text')],
      [withContent, (body) => body.includes('A new text')]
    ]
  ],
  [
    'a post withdrawn',
    (sql) => sql`update posts set published_on = null where id = 81`,
    [[list, (body) => !/Post\/81\b/.test(body)]]
  ],
  [
    'a person renamed',
    (sql) => sql`update persons set first_name = 'Renamed' where id = 3`,
    [['/resources/HR/User/3.json', (body) => body.includes('Renamed')]]
  ]
]

for (const [about, change, expected] of cases) {
  await t.test(about, async (t) => {
    const { sql, becomes, staysCached } = await serve(t)
    await change(sql)
    for (const [url, isCurrent] of expected) await becomes(t, url, isCurrent, about)
    await staysCached(t)
  })
}

await t.test('a TRUNCATE leaves the blog with nothing to count', async (t) => {
  const { sql, get, becomes } = await serve(t)
  await sql`truncate posts cascade`
  await becomes(t, list, (body) => /"total":"0"/.test(body), 'emptied')
  for (const url of [list, '/resources/Desk/Blog/3/Post.json', '/resources/Desk/Blog/3/Post/Unpublished.json']) {
    const { total, offsetMore } = documentOf(await get(url))
    t.same([total, offsetMore], ['0', '0'], url)
  }
  await sql`insert into posts (blog, creator, content, published_on) values (3, 3, 'the first one after it', now())`
  await becomes(
    t,
    withContent,
    (body) => body.includes('the first one after it') && body.includes('"total":"1"'),
    'written to again'
  )
})

await t.test('an insert that does nothing counts nothing', async (t) => {
  const { sql, get } = await serve(t)
  const counters = () => sql`select post_count, published_count, published_c_id from blogs where id = 3`
  const [before] = await counters()
  await sql`
    insert into posts (id, blog, creator, content, published_on) values (81, 3, 3, 'there already', now()) on conflict do nothing`
  t.same((await counters())[0], before)
  const { total, lastCId } = documentOf(await get(`${list}?limit=0`))
  t.same([total, lastCId], ['3', '3'])
  t.same(idsOf(documentOf(await get(`${list}?cId.since=3`))), [])
})

/**
 * Replaces the table of changes as a restore from another server does: its rows bear transactions of a far future there.
 * What a restore writes fires no trigger, so the posts change unseen.
 */
const restore = (sql: Pool) =>
  sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`create table replacement (like changes including all)`
    await transaction`drop table changes`
    await transaction`alter table replacement rename to changes`
    await transaction`insert into changes (transaction, tag) values ('9000000000000', 'blog:3'), ('9000000000001', 'blogs')`
    await transaction`update posts set content = 'Restored' where id = 81`
  })

await t.test('a restore from another server', async (t) => {
  const { sql, becomes, staysCached } = await serve(t)
  await restore(sql)
  await becomes(t, withContent, (body) => body.includes('Restored'), 'restored')
  await staysCached(t)
  for (const text of ['once', 'twice']) {
    await sql`update posts set content = ${`Edited ${text} after it`} where id = 81`
    await becomes(
      t,
      withContent,
      (body) => body.includes(`Edited ${text} after it`),
      `changed ${text} after the restore`
    )
    await becomes(t, post, (body) => body.includes(`Edited ${text} after it`), `changed ${text} after the restore`)
  }
  await sql`update blogs set title = 'Renamed after it' where id = 3`
  await becomes(t, blog, (body) => body.includes('Renamed after it'), 'renamed after the restore')
  await staysCached(t)
})

await t.test('a table of changes that was emptied', async (t) => {
  const { sql, becomes, staysCached } = await serve(t)
  await sql`truncate changes`
  await sql`update posts set content = 'Written afterwards' where id = 81`
  await becomes(t, withContent, (body) => body.includes('Written afterwards'), 'changed afterwards')
  await staysCached(t)
})
