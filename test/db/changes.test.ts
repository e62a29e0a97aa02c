/** Every change of what documents are made of is noted and told in the transaction that makes it, whichever table it is in. */
import t, { type Test } from 'tap'
import { hearChanges } from '../../db/changes.ts'
import { connect, type Sql } from '../../db/client.ts'
import { build } from '../support/app.ts'
import { cloneDatabase } from '../support/database.ts'

/** Tables that no document shows, and those that only count posts: they change with them, and never alone. */
const SILENT = ['changes', 'login_failures', 'migrations', 'post_change_blocks', 'post_counts', 'post_order_blocks', 'sessions']

/** What a transaction has noted so far. */
const noted = async (sql: Sql) => {
  const rows = await sql<{ Tag: string }[]>`select tag from changes where transaction = pg_current_xact_id() order by tag`
  return rows.map(({ Tag }) => Tag)
}

/** Does something, sees what it noted, and takes it back. */
const notedBy = async (sql: ReturnType<typeof connect>, work: (transaction: Sql) => Promise<unknown>): Promise<string[]> => {
  let tags: string[] = []
  const undone = new Error('undone')
  await sql.begin(async (transaction) => {
    await work(transaction)
    tags = await noted(transaction)
    throw undone
  }).catch((error: unknown) => { if (error !== undone) throw error })
  return tags
}

t.test('no table is forgotten', async (t) => {
  const { sql } = await build(t)
  const tables = await sql<{ Name: string, Events: string }[]>`
    select table_name as name, array_to_string(array(
      select distinct event_manipulation::text from information_schema.triggers
      where event_object_table = table_name and action_statement like '%note_change()' union
      select 'TRUNCATE' from pg_trigger where tgrelid = table_name::regclass and tgtype & 32 > 0 and tgfoid = 'note_change'::regproc
      order by 1
    ), ' ') as events
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by name`
  t.ok(tables.length > 30)
  for (const { Name, Events } of tables) t.equal(Events, SILENT.includes(Name) ? '' : 'DELETE INSERT TRUNCATE UPDATE', Name)

  for (const { Name } of tables.filter((table) => !SILENT.includes(table.Name) && table.Name !== 'posts' && table.Name !== 'blogs')) {
    const [column] = await sql<{ Name: string }[]>`
      select column_name as name from information_schema.columns
      where table_name = ${Name} and is_generated = 'NEVER' and identity_generation is distinct from 'ALWAYS' order by ordinal_position limit 1`
    const touched = sql(column?.Name ?? '')
    const [{ Count }] = await sql<[{ Count: number }]>`select count(*)::integer as count from ${sql(Name)}`
    t.same(await notedBy(sql, (transaction) => transaction`update ${sql(Name)} set ${touched} = ${touched}`), Count > 0 ? [Name] : [], `${Name}: ${Count} rows`)
    t.ok((await notedBy(sql, (transaction) => transaction`truncate ${sql(Name)} cascade`)).includes(Name), `${Name}: emptied`)
  }
})

t.test('a blog and its posts are told by the blog, posts without one by their table', async (t) => {
  const { sql } = await build(t)
  for (const [about, work, tags] of [
    ['an insert', (transaction: Sql) => transaction`insert into posts (blog, creator, content) values (3, 1, 'x')`, ['blog:3']],
    ['edits in two blogs', (transaction: Sql) => transaction`update posts set content = 'x' where id in (select max(id) from posts where blog in (1, 3) group by blog)`, ['blog:1', 'blog:3']],
    ['a blog', (transaction: Sql) => transaction`update blogs set title = 'x' where id = 2`, ['blog:2']],
    ['a new blog', (transaction: Sql) => transaction`insert into blogs (id, type, language, creator, title) values (4711, 1, 1, 1, 'x')`, ['blog:4711']],
    ['a post without a blog', (transaction: Sql) => transaction`insert into posts (creator, content) values (1, 'x')`, ['posts']],
    ['its end', async (transaction: Sql) => {
      await transaction`insert into posts (creator, content) values (1, 'x')`
      await transaction`delete from changes`
      await transaction`delete from posts where blog is null and content = 'x'`
    }, ['posts']],
    ['what touches no row', (transaction: Sql) => transaction`update posts set content = 'x' where id = 0`, []],
    ['a session', (transaction: Sql) => transaction`delete from sessions`, []]
  ] as const) t.same(await notedBy(sql, work), tags, about)
})

/** Hears the changes of a database where nobody is told of any, and what was heard since the last look. */
const hearing = async (t: Test) => {
  const url = await cloneDatabase(t)
  const [sql, own] = [connect({ url, max: 3 }), connect({ url, max: 4 })]
  const heard: string[] = []
  const { completeAt, close } = hearChanges(sql, (tags) => heard.push(...tags === 'everything' ? [tags] : tags), (error) => t.error(error))
  t.teardown(async () => {
    await close()
    await Promise.all([sql, own].map((pool) => pool.end({ timeout: 5 })))
  })
  /** What has been heard once all that was committed before is. */
  const since = async () => {
    const now = performance.now()
    while (completeAt() < now) await new Promise((resolve) => setTimeout(resolve, 10))
    return [...new Set(heard.splice(0))].sort()
  }
  const note = (sql: Sql, tag: string) => sql`insert into changes (tag) values (${tag})`
  return { own, since, note }
}

t.test('what nobody was told of is found by asking, also behind a transaction that stays open', async (t) => {
  const { own, since, note } = await hearing(t)
  t.same(await since(), ['everything'], 'at first anything may have changed')
  await note(own, 'one')
  t.same(await since(), ['one'])
  await note(own, 'one')
  t.same(await since(), ['one'], 'the same again')
  await since()
  t.same(await since(), [], 'once is enough')
  await own.begin(async (long) => {
    await note(long, 'long')
    await note(own, 'two')
    t.same(await since(), ['two'], 'what is not committed is not told')
    await since()
    t.same(await since(), [], 'what was told is no news while the transaction is open')
    await note(own, 'two')
    t.same(await since(), ['two'], 'but what comes again is')
  })
  t.ok((await since()).includes('long'), 'and so is the transaction itself, though its number is the oldest')
})
