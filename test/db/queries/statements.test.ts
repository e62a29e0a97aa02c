/**
 * Statements: X-Filter costs one for each kind of target, criteria of clients are not prepared, a key of a write costs
 * no more than a look at each other one, and neither a search nor a page of an archive reads all posts.
 */
import t from 'tap'
import { build, cloneDatabase, documentOf, itemsOf, numberFrom, readings } from '../../support/index.ts'
import { blogs } from '../../../db/blogs.ts'
import { matchesAmong } from '../../../db/collection.ts'
import { configurations } from '../../../db/configurations.ts'
import { connect, type Sql } from '../../../db/client.ts'
import { feedQueries } from '../../../db/posts/feed.ts'
import { search } from '../../../db/search.ts'
import { ComponentCriteria } from '../../../schemas/component.ts'

const FILTER = 'Author.Source.*, Creator.FullName, Type'

await t.test('a published list costs as many statements as its filter has kinds of targets', async (t) => {
  const { watch, statements: sent } = readings()
  const { get, sql } = await build(t, { CACHE_MB: '0' }, { watch })
  // A hundred posts by a hundred people from a hundred sources: one query for each row would exceed the expected count.
  await sql`
    insert into persons (id, first_name, last_name)
    select 1000 + n, 'Person', n::text from generate_series(1, 100) as n;
    insert into users (id, name, password_hash)
    select 1000 + n, 'person ' || n, '' from generate_series(1, 100) as n;
    insert into sources (id, type, name)
    select 1000 + n, 'internal', 'source ' || n from generate_series(1, 100) as n;
    insert into collaborators (id, "user", source)
    select 1000 + n, 1000 + n, 1000 + n from generate_series(1, 100) as n;
    insert into posts (blog, creator, author, content, published_on)
    select 1, 1000 + n, 1000 + n, 'post ' || n, now() from generate_series(1, 100) as n`.simple()

  /** Reads a list of some length, and returns the number of statements it cost. */
  const statementsOf = async (limit: number) => {
    sent.length = 0
    const answer = await get(`/resources/Desk/Blog/1/Post/Published?limit=${limit}`, {
      'x-filter': FILTER,
      accept: 'application/json'
    })
    const items = itemsOf(documentOf(answer))
    t.equal(items.length, limit)
    t.match(
      items,
      Array.from({ length: limit }, (_post, index) => ({
        Author: { Source: { Name: `source ${100 - index}` } },
        Creator: { FullName: `Person ${100 - index}` },
        Type: { Key: 'normal' }
      })),
      'every link is expanded'
    )
    return sent.length
  }

  const counts = [await statementsOf(10), await statementsOf(50), await statementsOf(100)]
  t.same(counts, [5, 5, 5], 'the list, its posts, their authors, those authors’ sources, the creators')
})

t.test('references load the items that they name, and no others', async (t) => {
  const sql = connect({ url: await cloneDatabase(t, 'demo'), max: 1 })
  t.teardown(() => sql.end())
  const idsOf = (rows: readonly { readonly Id: number }[]) => rows.map(({ Id }) => Id).sort()
  t.same(idsOf(await blogs(sql).load([{ Id: 2 }])), [2])
  t.same(idsOf(await blogs(sql).load([{ Id: 1 }, { Id: 3 }, { Id: 99 }])), [1, 3])
  t.same(await blogs(sql).load([]), [])
  await sql`insert into configurations (blog, name, value) values (1, 'a', '1'), (1, 'b', '2'), (2, 'a', '3')`
  t.match(await configurations(sql).load([{ Blog: 1, Name: 'a' }]), [{ Blog: 1, Name: 'a', Value: '1' }])
})

t.test('filtered and ordered lists leave no prepared statements', async (t) => {
  const sql = connect({ url: await cloneDatabase(t), max: 1 })
  t.teardown(() => sql.end())
  const page = { offset: 0, limit: 10, detailed: true }
  for (const name of ['title', 'createdOn', 'liveOn']) {
    for (const query of [{ asc: name }, { desc: name }, { asc: 'title', desc: name }]) {
      await blogs(sql).list({ ...page, ...query })
    }
  }
  await blogs(sql).list({ ...page, 'title.ilike': '%storm%', isLive: true })
  await matchesAmong(sql, [], ComponentCriteria, { ...page, 'name.ilike': '%storm%', asc: 'name' })
  const prepared = await sql`select statement from pg_prepared_statements
      where statement like ${'%nulls%'} or statement like ${'% ilike %'}`
  const shown = prepared.map((row) => row.Statement)
  t.same(shown, [])
  await blogs(sql).list(page)
  const [plainLists] =
    await sql`select count(*)::integer as blogs from pg_prepared_statements where statement like ${'% as blogs%'}`
  t.ok(plainLists?.Blogs > 0, 'a list without criteria stays prepared')
})

for (const { name, table, call, fill } of [
  {
    name: 'a key costs a look at each other key',
    table: 'idempotency_keys',
    call: (sql: Sql, key: string) => sql`select claim_key(1, ${key}, '')`,
    fill: (sql: Sql) => sql`
      insert into idempotency_keys ("user", key, request) select 1, n::text, '' from generate_series(1, 1000) as n`
  },
  {
    name: 'a comment costs a look at each other comment',
    table: 'received_comments',
    call: (sql: Sql, key: string) => sql`select insert_comment(${key}, ${key}, '', 1, 'Ann', 'embed', 'Hello')`,
    fill: (sql: Sql) => sql`
      insert into received_comments (client, blog, key, request)
      select n::text, 1, n::text, '' from generate_series(1, 1000) as n`
  }
]) {
  t.test(`${name} at most, also if it was planned for an empty table`, async (t) => {
    const sql = connect({ url: await cloneDatabase(t, 'demo'), max: 1 })
    t.teardown(() => sql.end())
    await sql`vacuum analyze ${sql(table)}`
    // The connection keeps the plan of the first call.
    await call(sql, 'first')
    await fill(sql)
    await sql.begin(async (sql) => {
      await call(sql, 'last')
      const [rows] = await sql`
        select seq_tup_read::integer as read from pg_stat_xact_user_tables where relname = ${table}`
      t.ok(rows?.Read <= 2 * 1001, `${rows?.Read} rows read`)
    })
  })
}

t.test('a search and a page of a feed’s archive read few posts of a large newsroom', async (t) => {
  const sql = connect({ url: await cloneDatabase(t, 'demo'), max: 1 })
  t.teardown(() => sql.end())
  // The ids begin with the newest post. The rare words are in one of the newest and in one of the oldest posts.
  await sql`
    set session_replication_role = replica;
    insert into posts (id, blog, creator, content, published_on, published_c_id, c_id, "order")
    select 1000 + n, 1, 1, case n when 7 then 'quince' when 24000 then 'medlar' else 'all' end,
      now() - n * interval '1 minute', 1000 + n, 1000 + n, 1000 + n
    from generate_series(1, 25000) as n;
    analyze`.simple()
  const searchFor = (word: string) => async (sql: Sql) => search(sql).posts(word, { limit: 20 })
  const archived = async (sql: Sql) => (await feedQueries(sql).archived(1, { from: 1001, to: 1100 })).posts
  for (const [name, task, expected] of [
    ['none', searchFor('none'), []],
    ['quince', searchFor('quince'), [1007]],
    ['medlar', searchFor('medlar'), [25_000]],
    ['all', searchFor('all'), [...range(1001, 1006), ...range(1008, 1021)]],
    ['archive', archived, range(1001, 1100).toReversed()]
  ] as const) {
    const [found, read] = await sql.begin(async (sql) => [
      await task(sql),
      await numberFrom(sql`
        select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relname = 'posts'`)
    ])
    t.same(
      found.map(({ Id }) => Id),
      expected,
      name
    )
    t.ok(read < 1000, `${name}: ${read} posts`)
  }
})

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

await t.test('an undefined value is null, and disturbs no other statement on its connection', async (t) => {
  const sql = connect({ url: await cloneDatabase(t), max: 1 })
  t.teardown(() => sql.end())
  const { address }: { address: string } = JSON.parse('{}')
  const [[slow], [row]] = await Promise.all([
    sql`select 'slow' as text from pg_sleep(0.1)`,
    sql`select ${address}::text is null as is_null`
  ])
  t.same({ ...slow, ...row }, { Text: 'slow', IsNull: true })
})

await t.test('what the database notices is not printed', async (t) => {
  const sql = connect({ url: await cloneDatabase(t), max: 1 })
  t.teardown(() => sql.end())
  const printed = t.capture(console, 'log')
  await sql`drop table if exists nothing`
  t.same(printed(), [])
})
