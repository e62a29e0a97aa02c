/** Triggers record changes to data of documents in `changes`, in the same transaction; the change feed reports them. */
import t, { type Test } from 'tap'
import { followChanges } from '../../../db/change-feed.ts'
import { connect, type Pool, type Sql } from '../../../db/client.ts'
import { build, cloneDatabase, numberFrom } from '../../support/index.ts'

/** Tables whose data is in no document. */
const SILENT = [
  ...['audit_entries', 'blocked_commentators', 'changes', 'copied_pictures', 'copied_posts', 'idempotency_keys'],
  ...['installation', 'login_failures', 'migrations', 'parked_changes', 'presences', 'received_comments'],
  ...['sync_states', 'webhook_cursors', 'webhook_deliveries', 'webhook_states']
]

/** Returns the tags that a transaction has recorded so far. */
const recordedTags = async (sql: Sql) => {
  const rows = await sql<
    { Tag: string }[]
  >`select tag from changes where transaction = pg_current_xact_id() order by tag`
  return rows.map(({ Tag }) => Tag)
}

/** Returns the tags that `work` records, and rolls `work` back. */
const tagsOf = async (
  sql: ReturnType<typeof connect>,
  work: (transaction: Sql) => Promise<unknown>
): Promise<string[]> => {
  let tags: string[] = []
  const rollback = new Error('rollback')
  await sql
    .begin(async (transaction) => {
      await work(transaction)
      tags = await recordedTags(transaction)
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  return tags
}

t.test('every table of documents has triggers that record changes', async (t) => {
  const { sql } = await build(t)
  const tables = await sql<{ Name: string; Events: string }[]>`
    select table_name as name, array_to_string(array(
      select distinct event_manipulation::text from information_schema.triggers
      where event_object_table = table_name and action_statement like '%note_change()' union
      select 'TRUNCATE' from pg_trigger
      where tgrelid = table_name::regclass and tgtype & 32 > 0 and tgfoid = 'note_change'::regproc
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
      where table_name = ${Name} and is_generated = 'NEVER' and identity_generation is distinct from 'ALWAYS'
      order by ordinal_position limit 1`
    const firstColumn = sql(column?.Name ?? '')
    const Count = await numberFrom(sql`select count(*)::integer as count from ${sql(Name)}`)
    t.same(
      await tagsOf(sql, (transaction) => transaction`update ${sql(Name)} set ${firstColumn} = ${firstColumn}`),
      Count > 0 ? ['everything'] : [],
      `${Name}: ${Count} rows`
    )
    t.ok(
      (await tagsOf(sql, (transaction) => transaction`truncate ${sql(Name)} cascade`)).includes('everything'),
      `${Name}: truncated`
    )
  }
})

t.test('the tag of a blog covers its posts; posts without a blog have the tag of their table', async (t) => {
  const { sql } = await build(t)
  const ofTwoBlogs = 'where id in (select max(id) from posts where blog in (1, 3) group by blog)'
  const inserting = "insert into posts (creator, content) values (1, 'x')"
  const newSession = `insert into sessions (token_hash, "user") values (sha256(''), 1)`
  for (const [name, statements, tags] of [
    ['an insert', "insert into posts (blog, creator, content) values (3, 1, 'x')", ['blog:3']],
    ['edits in two blogs', `update posts set content = 'x' ${ofTwoBlogs}`, ['blog:1', 'blog:3']],
    ['an edit of a blog', "update blogs set title = 'x' where id = 2", ['blog:2']],
    ['a new blog', "insert into blogs (id, type, language, creator, title) values (47, 1, 1, 1, 'x')", ['blog:47']],
    ['a post without a blog', inserting, ['posts']],
    ['its deletion', `${inserting}; delete from changes; delete from posts where blog is null`, ['posts']],
    ['truncating posts', 'truncate posts cascade', ['blog:1', 'blog:2', 'blog:3', 'everything']],
    ['an update of no row', "update posts set content = 'x' where id = 0", []],
    ['the end of a session', `${newSession}; delete from sessions`, ['sessions']]
  ] as const) {
    const work = (transaction: Sql) => transaction.unsafe(statements).simple()
    t.same(await tagsOf(sql, work), tags, name)
  }
})

for (const [name, stopWrites] of [
  ['refuses writes', (sql, name) => sql`alter database ${sql(name)} set default_transaction_read_only = on`],
  // As while each commit waits for a standby that is away.
  ['leaves writes waiting', (sql) => sql.unsafe('begin; lock table changes in share mode')]
] as const satisfies readonly (readonly [string, (sql: Pool, name: string) => PromiseLike<unknown>])[]) {
  t.test(`a database that ${name} answers the feed, although old changes cannot be deleted`, async (t) => {
    const url = await cloneDatabase(t)
    const sql = connect({ url, max: 1 })
    await stopWrites(sql, new URL(url).pathname.slice(1))
    const events: string[] = []
    const { now } = performance
    const { nextPoll, isUnreachable, close } = followChanges(url, {
      onPrimary: () => {},
      onChange: () => {},
      onDue: () => {},
      onUnreachable: (error) => events.push(String(error)),
      onRecovered: () => events.push('recovered')
    })
    t.teardown(async () => {
      performance.now = now
      await close()
      await sql.end({ timeout: 5 })
    })
    await nextPoll()
    // The time has come to delete the changes that every process has read.
    performance.now = () => now.call(performance) + 11 * 60_000
    for (let poll = 0; poll < 5; poll += 1) await nextPoll()
    // And once more, while the first attempt may wait still.
    performance.now = () => now.call(performance) + 22 * 60_000
    for (let poll = 0; poll < 5; poll += 1) await nextPoll()
    t.same(events, [])
    t.notOk(isUnreachable())
  })
}

/** Follows the change feed of a database without notifications, so that tests decide when it is read. */
const followDatabase = async (t: Test) => {
  const url = await cloneDatabase(t)
  const sql = connect({ url, max: 4 })
  const reported: string[] = []
  const { nextPoll, close } = followChanges(url, {
    onPrimary: () => {},
    onChange: (tags) => reported.push(...tags),
    onDue: () => {},
    onUnreachable: (error) => t.error(error),
    onRecovered: () => {}
  })
  t.teardown(async () => {
    await close()
    await sql.end({ timeout: 5 })
  })
  /** Waits until all committed changes are reported. Returns the tags reported since the last call. */
  const newTags = async () => {
    await nextPoll()
    return [...new Set(reported.splice(0))].sort()
  }
  const record = (sql: Sql, tag: string) => sql`insert into changes (tag) values (${tag})`
  return { sql, newTags, record }
}

t.test('every change is reported once, also while an older transaction is open', async (t) => {
  const { sql, newTags, record } = await followDatabase(t)
  t.same(await newTags(), ['everything'], 'at the start, anything may have changed')
  await record(sql, 'blog:1')
  t.same(await newTags(), ['blog:1', 'blogs'])
  await record(sql, 'blog:1')
  t.same(await newTags(), ['blog:1', 'blogs'], 'a second change under the same tag')
  t.same(await newTags(), [], 'a change is not reported again')
  await sql.begin(async (longTransaction) => {
    await record(longTransaction, 'blog:7')
    await record(sql, 'blog:2')
    t.same(await newTags(), ['blog:2', 'blogs'], 'an uncommitted change is not reported')
    t.same(await newTags(), [], 'a reported change is not reported again while a transaction is open')
    await record(sql, 'blog:2')
    t.same(await newTags(), ['blog:2', 'blogs'], 'a new change under the same tag is reported')
  })
  t.same(await newTags(), ['blog:7', 'blogs'], 'the changes of the long transaction are reported when it commits')
})

t.test('a change stays in the table after it was reported, because other processes read it later', async (t) => {
  const { sql, newTags, record } = await followDatabase(t)
  await newTags()
  await record(sql, 'blog:1')
  for (let poll = 0; poll < 5; poll += 1) await newTags()
  t.equal((await sql`select from changes where tag = 'blog:1'`).count, 1)
})

t.test('changes with transaction ids of the future, from a restored database, are ignored', async (t) => {
  const { sql, newTags, record } = await followDatabase(t)
  await newTags()
  await sql`insert into changes (transaction, tag)
    select (pg_current_xact_id()::text::bigint + 1000000)::text::xid8, 'blog:9'`
  t.same(await newTags(), [])
  await record(sql, 'blog:1')
  t.same(await newTags(), ['blog:1', 'blogs'])
})

t.test('if more has changed than a poll reports, everything may have changed', async (t) => {
  const { sql, newTags } = await followDatabase(t)
  await newTags()
  await sql`insert into changes (tag) select 'blog:' || n from generate_series(1, 10001) as n`
  t.same(await newTags(), ['everything'])
})

t.test('after a sleep of the machine, in which others deleted old changes, everything may have changed', async (t) => {
  const { newTags } = await followDatabase(t)
  await newTags()
  const { now } = Date
  t.teardown(() => {
    Date.now = now
  })
  // Only the clock of the machine has gone on.
  Date.now = () => now() + 11 * 60_000
  t.same(await newTags(), ['everything'])
  t.same(await newTags(), [])
})

t.test('after changes was truncated, everything may have changed', async (t) => {
  const { sql, newTags } = await followDatabase(t)
  await newTags()
  await sql`truncate changes`
  t.same(await newTags(), ['everything'])
  t.same(await newTags(), [])
})
