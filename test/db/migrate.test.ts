/** Migrations run once, in order, all or none, even if several processes migrate at the same time. */
import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { connect, type Pool } from '../../db/client.ts'
import { migrate } from '../../db/migrate.ts'
import { administer, cloneDatabase, databaseAt, numberFrom } from '../support/database.ts'
import { code, root } from '../support/root.ts'
import { until } from '../support/until.ts'

const files = (await readdir(join(root, 'db/migrations'))).sort()

/** Creates an empty database and a connection pool. */
const emptyDatabase = async (
  t: Test,
  { max = 4, encoding = 'UTF8' } = {}
): Promise<{ url: string; sql: Pool; name: string }> => {
  const server = databaseAt(await cloneDatabase(t), 'postgres')
  const name = `empty_${Math.random().toString(36).slice(2)}`
  await administer(server, (sql) =>
    sql.unsafe(`create database ${name} encoding '${encoding}' locale 'C' template template0`)
  )
  const url = databaseAt(server, name)
  const sql = connect({ url, max })
  t.teardown(async () => {
    await sql.end({ timeout: 1 })
    await administer(server, (sql) => sql`drop database ${sql(name)} with (force)`)
  })
  return { url, sql, name }
}

/** Copies the compiled files of the project, so that a test can change the migrations. */
const copyProject = async (t: Test): Promise<{ migrations: string; migrateCopy: typeof migrate }> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-migrations-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const part of ['db', 'schemas', 'typebox.js']) {
    await cp(new URL(`dist/${part}`, code), join(folder, part), { recursive: true })
  }
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const copy: { migrate: typeof migrate } = await import(pathToFileURL(join(folder, 'db/migrate.js')).href)
  return { migrations: join(folder, 'db/migrations'), migrateCopy: copy.migrate }
}

const tableExists = async (sql: Pool, table: string): Promise<boolean> => {
  const [{ Exists }] = await sql<[{ Exists: boolean }]>`select to_regclass(${table}) is not null as exists`
  return Exists
}

const versionsIn = async (sql: Pool): Promise<number[]> =>
  (await sql<{ Version: number }[]>`select version::integer from migrations where version > 0 order by version`).map(
    ({ Version }) => Version
  )

t.test('the numbers of migration files have no gaps', async (t) => {
  const shown = files.map((name) => Number(name.split('.')[0]))
  t.same(
    shown,
    files.map((_, at) => at + 1)
  )
  t.ok(files.every((name) => /^\d{3}\.do\.[a-z-]+\.sql$/.test(name)))
})

t.test('an empty database gets every migration in order, and a second run applies none', async (t) => {
  const { sql } = await emptyDatabase(t)
  const lines: string[] = []
  const applied = (await migrate(sql, (line) => lines.push(line))).map((path) => path.split('/').at(-1))
  t.same(applied, files)
  t.same(lines, [], 'a new database is not upgraded')
  const shown = files.map((_, at) => at + 1)
  t.same(await versionsIn(sql), shown)
  t.ok(await tableExists(sql, 'posts'))
  t.equal((await sql`select from pg_class where relname = 'roles' and reltuples > 0`).count, 1, 'with statistics')
  const repeated = await sql`
    select indrelid::regclass as on_table, indkey::text as columns from pg_index
    where indrelid::regclass::text not like 'pg_%' and indexprs is null and indpred is null
    group by indrelid, indkey::text having count(*) > 1`
  t.same(repeated, [], 'no index repeats another one')
  t.same(await migrate(sql, (line) => lines.push(line)), [])
  t.same(lines, [], 'the second run does not even compare them one by one')
})

t.test('a database that is not in UTF-8 is refused, with what to do', async (t) => {
  const { sql, name } = await emptyDatabase(t, { encoding: 'SQL_ASCII' })
  await t.rejects(migrate(sql), {
    message:
      `The database ${name} has the encoding SQL_ASCII, and Desk needs UTF8: create the database with ` +
      "`encoding 'UTF8' template template0`, and move the data of an old one with pg_dump and pg_restore"
  })
  t.notOk(await tableExists(sql, 'posts'))
})

/** Creates an empty database with settings of an operator. Returns a pool whose connections begin with them. */
const databaseWith = async (t: Test, settings: Readonly<Record<string, string>>): Promise<Pool> => {
  const { sql, url, name } = await emptyDatabase(t)
  for (const [setting, value] of Object.entries(settings)) {
    await sql`alter database ${sql(name)} set ${sql(setting)} = ${sql(value)}`
  }
  const pool = connect({ url, max: 1 })
  t.teardown(() => pool.end({ timeout: 1 }))
  return pool
}

t.test('settings of a database for dates and texts change nothing', async (t) => {
  const sql = await databaseWith(t, { datestyle: 'German', standard_conforming_strings: 'off', timezone: 'Asia/Tokyo' })
  t.equal((await migrate(sql)).length, files.length)
  t.same(await sql`select timestamptz '2026-07-01 10:00Z' as at`, [{ At: new Date('2026-07-01T10:00Z') }])
})

t.test('parameters of an address do not replace settings of Desk, such as the name for the audit trail', async (t) => {
  const { url } = await emptyDatabase(t)
  const parameters = 'application_name=newsroom&Statement_Timeout=0&extra_float_digits=0'
  const sql = connect({ url: `${url}?${parameters}`, client: 'command', max: 1 })
  t.teardown(() => sql.end({ timeout: 1 }))
  const settings = await sql`
    select current_setting('application_name') as name, current_setting('statement_timeout') as timeout,
      current_setting('extra_float_digits') as digits`
  t.match(settings, [{ Name: 'desk command', Timeout: '10s', Digits: '0' }])
})

t.test('a database that isolates transactions from each other is refused, with what to do', async (t) => {
  const sql = await databaseWith(t, { default_transaction_isolation: 'repeatable read' })
  const [{ Role, Name }] = await sql<[{ Role: string; Name: string }]>`
    select current_user as role, current_database() as name`
  await t.rejects(migrate(sql), {
    message:
      'Transactions are repeatable read by default, and Desk needs read committed: run ' +
      `\`alter role ${Role} in database ${Name} set default_transaction_isolation = 'read committed'\``
  })
  t.notOk(await tableExists(sql, 'posts'))
})

t.test('several pools can migrate at the same time', async (t) => {
  const { url } = await emptyDatabase(t)
  const pools = Array.from({ length: 5 }, () => connect({ url, max: 2 }))
  t.teardown(() => Promise.all(pools.map((pool) => pool.end())))
  const applied = await Promise.all(pools.map((pool) => migrate(pool)))
  t.same(applied.map(({ length }) => length).sort(), [0, 0, 0, 0, files.length], 'one of them applies all migrations')
  t.same(await Promise.all(pools.map((pool) => migrate(pool))), [[], [], [], [], []])
})

t.test('several processes can migrate at the same time', async (t) => {
  const { url, sql } = await emptyDatabase(t)
  const script = `
    import { connect } from ${JSON.stringify(new URL('dist/db/client.js', code))}
    import { migrate } from ${JSON.stringify(new URL('dist/db/migrate.js', code))}
    const sql = connect({ url: ${JSON.stringify(url)} })
    console.log((await migrate(sql)).length)
    await sql.end()`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  const printed = (await Promise.all([run(), run(), run()])).map(({ stdout }) => Number(stdout))
  t.same(printed.sort(), [0, 0, files.length])
  const shown = files.map((_, at) => at + 1)
  t.same(await versionsIn(sql), shown)
})

t.test('a process that waits for another one says so, and goes on when that one is done', async (t) => {
  const { sql } = await emptyDatabase(t)
  const lines: string[] = []
  let waiting: Promise<string[]> | undefined
  await sql.begin(async (other) => {
    await other`select pg_advisory_xact_lock(7346551)`
    waiting = migrate(sql, (line) => lines.push(line))
    await until(() => lines.length)
  })
  t.equal((await waiting)?.length, files.length)
  t.same(lines, ['Waiting for another process, which prepares the database.'])
})

t.test('migrations need only one connection', { timeout: 8_000 }, async (t) => {
  const { sql } = await emptyDatabase(t, { max: 1 })
  t.equal((await migrate(sql)).length, files.length)
})

t.test('a changed migration is refused, and none is applied', async (t) => {
  const { sql } = await emptyDatabase(t)
  const { migrations, migrateCopy } = await copyProject(t)
  await migrateCopy(sql)
  await appendFile(join(migrations, files[2] ?? ''), '\n-- a later change\n')
  await writeFile(join(migrations, '999.do.later.sql'), 'create table later ()')
  await t.rejects(migrateCopy(sql), { message: /\b3\b/ }, 'the message has the number of the migration')
  t.notOk(await tableExists(sql, 'later'))

  await sql`update migrations set md5 = 'other' where version = 2`
  await t.rejects(migrate(sql), { message: /\b2\b/ })
  const shown = files.map((_, at) => at + 1)
  t.same(await versionsIn(sql), shown)
})

/** Number of the migrations of version 1.0.0. */
const FIRST_RELEASE = 11

t.test('migrations from every version since 1.0.0 keep the data', async (t) => {
  const { migrations, migrateCopy } = await copyProject(t)
  const later = files.slice(FIRST_RELEASE)
  for (const file of later) await rm(join(migrations, file))
  const { sql } = await emptyDatabase(t)
  await migrateCopy(sql)
  for (const file of later) {
    // Each migration finds what all versions before it have stored.
    const blog = await fill(sql)
    const stateBefore = await stateOf(sql)
    await cp(join(root, 'db/migrations', file), join(migrations, file))
    const lines: string[] = []
    await migrateCopy(sql, (line) => lines.push(line))
    t.match(lines, { length: 2, 0: /^Upgrading the database/, 1: /^The database is upgraded\.$/ })
    t.same(await stateOf(sql), stateBefore, `${file}: blogs, posts and users have not changed`)
    const insert = sql<{ CId: number }[]>`
      insert into posts (blog, creator, content, published_on) values (${blog}, 1000, 'new', now()) returning c_id`
    t.same(await insert, [{ CId: 24 }], 'the next change gets the next change number')
  }
})

t.test('a database from before version 1.0.0 is refused, with what to do, and not changed', async (t) => {
  const { sql } = await emptyDatabase(t)
  await migrate(sql)
  await sql`update migrations set name = 'vocabularies', md5 = 'earlier' where version = 1`
  await t.rejects(migrate(sql), {
    message: 'This database is from before version 1.0.0: start version 1.7.0 with it once, then this version'
  })
  t.same(await sql`select md5 from migrations where version = 1`, [{ Md5: 'earlier' }])
})

/**
 * Inserts data that every version supports: a user, a blog, and draft, published, withdrawn and deleted posts.
 * @returns the id of the blog
 */
const fill = async (sql: Pool): Promise<number> => {
  await sql`
    insert into persons (id, first_name, e_mail) values (1000, 'Kim', 'kim@news.example') on conflict do nothing`
  await sql`insert into users (id, name, password_hash) values (1000, 'kim', 'a hash') on conflict do nothing`
  const blog = await numberFrom(sql`
    insert into blogs (type, language, creator, title, live_on)
    select 1, min(id), 1000, 'Storm', now() from languages returning id`)
  await sql`
    insert into posts (blog, creator, content, published_on)
    select ${blog}, 1000, 'Post ' || n, case when n > 5 then now() end from generate_series(1, 20) as n`
  await sql`update posts set published_on = null where blog = ${blog} and content = 'Post 7'`
  await sql`update posts set deleted_on = now() where blog = ${blog} and content = 'Post 8'`
  await sql`update posts set content = 'Edited' where blog = ${blog} and content = 'Post 9'`
  return blog
}

const stateOf = async (sql: Pool) => [
  await sql`select id, name, password_hash from users where id = 1000`,
  await sql`
    select id, title, creator, live_on, last_c_id, published_c_id, post_count, published_count from blogs order by id`,
  await sql`
    select id, blog, creator, content, created_on, published_on, deleted_on, was_published, c_id, "order"
    from posts order by id`
]

t.test('a database of a newer version of Desk is refused, and not changed', async (t) => {
  const { url, sql } = await emptyDatabase(t)
  const { migrations, migrateCopy } = await copyProject(t)
  await writeFile(
    join(migrations, `${String(files.length + 1).padStart(3, '0')}.do.later.sql`),
    'create table later ();'
  )
  await migrateCopy(sql)
  const newer =
    `A newer version of Desk has upgraded this database to schema ${files.length + 1}, and this version knows ` +
    `${files.length}: start the newer version, or restore a backup from before the upgrade`
  await t.rejects(migrate(sql), { message: newer })
  await t.rejects(
    promisify(execFile)(process.execPath, [`${root}/dist/server.js`], {
      env: { ...process.env, PORT: '0', DATABASE_URL: url }
    }),
    { code: 1, stderr: `Desk did not start: ${newer}\n` },
    'the service prints the reason and exits'
  )
  t.ok(await tableExists(sql, 'later'))
})

t.test('a migration that fails changes nothing, and succeeds once it is corrected', async (t) => {
  const { sql } = await emptyDatabase(t)
  const { migrations, migrateCopy } = await copyProject(t)
  await migrateCopy(sql)
  await writeFile(join(migrations, '100.do.first.sql'), 'create table first_of_two ();')
  await writeFile(join(migrations, '101.do.second.sql'), 'create table second_of_two (); select 1 / 0;')
  await t.rejects(migrateCopy(sql), { code: '22012' })
  const found = { first: await tableExists(sql, 'first_of_two'), second: await tableExists(sql, 'second_of_two') }
  t.same(found, { first: false, second: false }, 'no migration of the run is applied')
  const shown = files.map((_, at) => at + 1)
  t.same(await versionsIn(sql), shown)
  await writeFile(join(migrations, '101.do.second.sql'), 'create table second_of_two ();')
  const result = (await migrateCopy(sql)).map((path) => path.split('/').at(-1))
  t.same(result, ['100.do.first.sql', '101.do.second.sql'])
})

t.test('a migration and its number are committed in one transaction', async (t) => {
  const { sql } = await emptyDatabase(t)
  const { migrations, migrateCopy } = await copyProject(t)
  await migrateCopy(sql)
  await writeFile(
    join(migrations, '100.do.more.sql'),
    'create table more (); -- as if the process died before the next statement'
  )
  await sql.unsafe(`
    create function die () returns trigger language plpgsql as $$ begin raise exception 'died'; end $$;
    create trigger die before insert on migrations for each row execute function die();`)
  await t.rejects(migrateCopy(sql), { message: 'died' })
  t.notOk(await tableExists(sql, 'more'))
  await sql`drop trigger die on migrations`
  t.equal((await migrateCopy(sql)).length, 1, 'the next run applies it')
})

t.test('migrations have no statement timeout', async (t) => {
  const { sql } = await emptyDatabase(t)
  const { migrations, migrateCopy } = await copyProject(t)
  await writeFile(
    join(migrations, '100.do.slow.sql'),
    "create table slow as select current_setting('statement_timeout') as limited_to"
  )
  await migrateCopy(sql)
  t.same([...(await sql`select limited_to from slow`)], [{ LimitedTo: '0' }])
  const [{ Usual }] = await sql<[{ Usual: string }]>`select current_setting('statement_timeout') as usual`
  t.equal(Usual, '10s', 'other statements have one')
})
