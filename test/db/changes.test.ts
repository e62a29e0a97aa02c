/** Every change of what documents are made of is noted and told in the transaction that makes it, whichever table it is in. */
import t, { type Test } from '../support/tap.ts'
import { followChanges } from '../../db/changes.ts'
import { connect, type Sql } from '../../db/client.ts'
import { build } from '../support/app.ts'
import { cloneDatabase } from '../support/database.ts'

/** Tables that no document shows. */
const SILENT = ['changes', 'idempotency_keys', 'installation', 'login_failures', 'migrations', 'received_comments']

/** What a transaction has noted so far. */
const noted = async (sql: Sql) => {
  const rows = await sql<
    { Tag: string }[]
  >`select tag from changes where transaction = pg_current_xact_id() order by tag`
  return rows.map(({ Tag }) => Tag)
}

/** Does something, sees what it noted, and takes it back. */
const notedBy = async (
  sql: ReturnType<typeof connect>,
  work: (transaction: Sql) => Promise<unknown>
): Promise<string[]> => {
  let tags: string[] = []
  const undone = new Error('undone')
  await sql
    .begin(async (transaction) => {
      await work(transaction)
      tags = await noted(transaction)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return tags
}

t.test('no table is forgotten', async (t) => {
  const { sql } = await build(t)
  const tables = await sql<{ Name: string; Events: string }[]>`
    select table_name as name, array_to_string(array(
      select distinct event_manipulation::text from information_schema.triggers
      where event_object_table = table_name and action_statement like '%note_change()' union
      select 'TRUNCATE' from pg_trigger where tgrelid = table_name::regclass and tgtype & 32 > 0 and tgfoid = 'note_change'::regproc
      order by 1
    ), ' ') as events
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by name`
  t.ok(tables.length > 30)
  for (const { Name, Events } of tables) {
    t.equal(Events, SILENT.includes(Name) ? '' : Name === 'sessions' ? 'DELETE' : 'DELETE INSERT TRUNCATE UPDATE', Name)
  }

  for (const { Name } of tables.filter((table) => ![...SILENT, 'posts', 'blogs', 'sessions'].includes(table.Name))) {
    const [column] = await sql<{ Name: string }[]>`
      select column_name as name from information_schema.columns
      where table_name = ${Name} and is_generated = 'NEVER' and identity_generation is distinct from 'ALWAYS' order by ordinal_position limit 1`
    const touched = sql(column?.Name ?? '')
    const [{ Count }] = await sql<[{ Count: number }]>`select count(*)::integer as count from ${sql(Name)}`
    t.same(
      await notedBy(sql, (transaction) => transaction`update ${sql(Name)} set ${touched} = ${touched}`),
      Count > 0 ? ['everything'] : [],
      `${Name}: ${Count} rows`
    )
    t.ok(
      (await notedBy(sql, (transaction) => transaction`truncate ${sql(Name)} cascade`)).includes('everything'),
      `${Name}: emptied`
    )
  }
})

t.test('a blog and its posts are told by the blog, posts without one by their table', async (t) => {
  const { sql } = await build(t)
  for (const [about, work, tags] of [
    [
      'an insert',
      (transaction: Sql) => transaction`insert into posts (blog, creator, content) values (3, 1, 'x')`,
      ['blog:3']
    ],
    [
      'edits in two blogs',
      (transaction: Sql) =>
        transaction`update posts set content = 'x' where id in (select max(id) from posts where blog in (1, 3) group by blog)`,
      ['blog:1', 'blog:3']
    ],
    ['a blog', (transaction: Sql) => transaction`update blogs set title = 'x' where id = 2`, ['blog:2']],
    [
      'a new blog',
      (transaction: Sql) =>
        transaction`insert into blogs (id, type, language, creator, title) values (4711, 1, 1, 1, 'x')`,
      ['blog:4711']
    ],
    [
      'a post without a blog',
      (transaction: Sql) => transaction`insert into posts (creator, content) values (1, 'x')`,
      ['posts']
    ],
    [
      'its end',
      async (transaction: Sql) => {
        await transaction`insert into posts (creator, content) values (1, 'x')`
        await transaction`delete from changes`
        await transaction`delete from posts where blog is null and content = 'x'`
      },
      ['posts']
    ],
    [
      'all posts at once',
      (transaction: Sql) => transaction`truncate posts cascade`,
      ['blog:1', 'blog:2', 'blog:3', 'everything']
    ],
    ['what touches no row', (transaction: Sql) => transaction`update posts set content = 'x' where id = 0`, []],
    [
      'the end of a session',
      async (transaction: Sql) => {
        await transaction`insert into sessions (token_hash, "user") values (${Buffer.alloc(32)}, 1)`
        await transaction`delete from sessions`
      },
      ['sessions']
    ]
  ] as const) {
    t.same(await notedBy(sql, work), tags, about)
  }
})

/** Follows the changes of a database where no bell rings. */
const following = async (t: Test) => {
  const url = await cloneDatabase(t)
  const own = connect({ url, max: 4 })
  const heard: string[] = []
  const { next, close } = followChanges(url, {
    primary: () => {},
    change: (tags) => heard.push(...tags),
    away: (error) => t.error(error),
    back: () => {}
  })
  t.teardown(async () => {
    await close()
    await own.end({ timeout: 5 })
  })
  /** What has been heard once everything committed before is. */
  const since = async () => {
    await next()
    return [...new Set(heard.splice(0))].sort()
  }
  const note = (sql: Sql, tag: string) => sql`insert into changes (tag) values (${tag})`
  return { own, since, note }
}

t.test('every change is heard once, also behind a transaction that stays open', async (t) => {
  const { own, since, note } = await following(t)
  t.same(await since(), ['everything'], 'at first anything may have changed')
  await note(own, 'blog:1')
  t.same(await since(), ['blog:1', 'blogs'])
  await note(own, 'blog:1')
  t.same(await since(), ['blog:1', 'blogs'], 'the same again')
  t.same(await since(), [], 'once is enough')
  await own.begin(async (long) => {
    await note(long, 'blog:7')
    await note(own, 'blog:2')
    t.same(await since(), ['blog:2', 'blogs'], 'what is not committed is not told')
    t.same(await since(), [], 'what was told is no news while the transaction is open')
    await note(own, 'blog:2')
    t.same(await since(), ['blog:2', 'blogs'], 'but what comes again is')
  })
  t.same(await since(), ['blog:7', 'blogs'], 'and so is the transaction itself, though its number is the oldest')
})

t.test('notes of a restore from a database that was further on are passed over, and swept with the rest', async (t) => {
  const { own, since, note } = await following(t)
  await since()
  await own`insert into changes (transaction, tag) select (pg_current_xact_id()::text::bigint + 1000000)::text::xid8, 'blog:9'`
  t.same(await since(), [])
  await note(own, 'blog:1')
  t.same(await since(), ['blog:1', 'blogs'])
})

t.test('a table of changes that was replaced may have lost some, so everything may have changed', async (t) => {
  const { own, since } = await following(t)
  await since()
  await own`truncate changes`
  t.same(await since(), ['everything'])
  t.same(await since(), [])
})
