/** The command line `desk`: accounts, tokens and the demo, on the database it names. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import t, { type Test } from '../support/tap.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { connect } from '../../db/client.ts'
import { administer, cloneDatabase, databaseAt } from '../support/database.ts'
import { root } from '../support/root.ts'
import { dataDir } from '../support/service.ts'

const program = `${root}/dist/cli.js`

/** Runs `desk` with settings, and one line of standard input. */
const desk = async (env: Readonly<Record<string, string>>, command: readonly string[], input = '') => {
  const child = spawn(process.execPath, [program, ...command], { env: { ...process.env, ...env } })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { out, err, code }
}

/** A migrated database without users and blogs, `desk` on it, and a service on it. */
const newDatabase = async (t: Test) => {
  const DATABASE_URL = await cloneDatabase(t)
  const sql = connect({ url: DATABASE_URL, max: 1 })
  const app = await buildApp(readConfig({ CACHE_MB: '0' }), { databaseUrl: DATABASE_URL })
  t.teardown(async () => {
    await app.close()
    await sql.end({ timeout: 5 })
  })
  const login = (UserName: string, Password: string) =>
    app.inject({ method: 'POST', url: '/resources/Security/Login.json', payload: { UserName, Password } })
  return {
    sql,
    DATABASE_URL,
    run: (command: readonly string[], input = '') => desk({ DATABASE_URL }, command, input),
    login,
    sessionOf: async (name: string, password: string) => {
      const { Session }: { Session: string } = (await login(name, password)).json()
      return Session
    },
    /** The status of inserting a post. */
    insert: async (authorization: string) => {
      const post = { method: 'POST', url: '/resources/Desk/Blog/1/Post', headers: { authorization }, payload: { Content: 'x' } } as const
      return (await app.inject(post)).statusCode
    }
  }
}

t.test('desk keeps accounts', async (t) => {
  const { run, login, sessionOf, insert, DATABASE_URL } = await newDatabase(t)
  await run(['demo'])

  await t.test('a user that is added can log in and write', async (t) => {
    const added = await run(['user', 'add', 'kim', '--role', 'Editor', '--first-name', 'Kim', '--e-mail', 'kim@desk.example'], 'first\n')
    t.equal(added.code, 0, added.err)
    t.match(added.out, /^Made user kim with id \d+\.\n$/)
    const { host, pathname } = new URL(DATABASE_URL)
    t.equal(added.err, `Database: postgres://desk@${host}${pathname}\n`, 'the database is named without its password')
    t.equal(await insert(await sessionOf('kim', 'first')), 201)
  })

  await t.test('a name is taken once', async (t) => {
    const again = await run(['user', 'add', 'kim'], 'other\n')
    t.match(again, { code: 1, out: '', err: /desk: There is a user kim already\n$/ })
    t.equal((await login('kim', 'first')).statusCode, 201)
  })

  await t.test('a user without a password is not made', async (t) => {
    t.match(await run(['user', 'add', 'lou']), { code: 1, err: /desk: No password was given; use --password/ })
    t.match(await run(['user', 'password', 'lou', '--password', 'x']), { code: 1, err: /desk: There is no user lou\n$/ })
  })

  await t.test('a new password ends the sessions of the old one, but no API token', async (t) => {
    const session = await sessionOf('kim', 'first')
    const { out } = await run(['token', 'kim', 'a wire service'])
    const token = out.trim()
    t.match(token, /^[\w-]{43}$/)
    t.equal(await insert(token), 201)
    const changed = await run(['user', 'password', 'kim'], 'second\n')
    t.match(changed, { code: 0, out: 'Set the password of kim.\n' })
    t.equal(await insert(session), 401, 'the old session')
    t.equal(await insert(token), 201, 'the token')
    t.equal((await login('kim', 'first')).statusCode, 401, 'the old password')
    t.equal(await insert(await sessionOf('kim', 'second')), 201, 'the new one')
  })

  await t.test('a disabled user loses sessions, tokens and the login', async (t) => {
    const session = await sessionOf('kim', 'second')
    const token = (await run(['token', 'kim', 'another'])).out.trim()
    t.match(await run(['user', 'disable', 'kim']), { code: 0, out: 'Disabled kim.\n' })
    t.equal(await insert(session), 401)
    t.equal(await insert(token), 401)
    t.equal((await login('kim', 'second')).statusCode, 401)
    t.match(await run(['token', 'kim', 'late']), { code: 1, out: '', err: /desk: There is no active user kim\n$/ })
    t.match(await run(['user', 'disable', 'nobody']), { code: 1, err: /desk: There is no user nobody\n$/ })
  })
})

t.test('the demo is loaded into a new database only', async (t) => {
  const { run, sql } = await newDatabase(t)
  const count = async () => {
    const [counts] = await sql`select (select count(*)::integer from users) as users, (select count(*)::integer from blogs) as blogs`
    return counts
  }
  t.match(await run(['user', 'add', 'kim'], 'first\n'), { code: 0 })
  const refused = await run(['demo'])
  t.match(refused, { code: 1, out: '', err: /desk: The demo is only loaded into a database without users and blogs/ })
  t.same(await count(), { Users: 1, Blogs: 0 }, 'nothing is added to what is there')

  await sql`truncate persons, users cascade`
  t.match((await run(['demo'])).out, /^Made user admin with password \S+; .*\nLoaded the demo newsroom\.\n$/)
  const loaded = await count()
  t.match(await run(['demo']), { code: 1, out: '' })
  t.same(await count(), loaded)
})

t.test('desk makes no database by accident', async (t) => {
  const DATA_DIR = await dataDir(t)
  for (const command of [['user', 'add', 'kim'], ['user', 'password', 'kim'], ['user', 'disable', 'kim'], ['token', 'kim', 'x']]) {
    const { code, out, err } = await desk({ DATA_DIR, DATABASE_URL: '' }, command, 'first\n')
    t.same([code, out], [1, ''])
    t.equal(err, `desk: There is no database in ${DATA_DIR}; set DATA_DIR or DATABASE_URL to the service's, or start it once\n`)
  }
  t.notOk(existsSync(DATA_DIR), 'not even the folder')
})

t.test('desk refuses a database that is not Desk’s', async (t) => {
  const server = databaseAt(await cloneDatabase(t), 'postgres')
  const name = `empty_${process.pid}`
  await administer(server, (sql) => sql`create database ${sql(name)}`)
  t.teardown(() => administer(server, (sql) => sql`drop database ${sql(name)} with (force)`))
  const DATABASE_URL = databaseAt(server, name)
  t.match(await desk({ DATABASE_URL }, ['user', 'disable', 'kim']), { code: 1, err: /desk: This database holds no Desk data/ })
  t.match((await desk({ DATABASE_URL }, ['migrate'])).out, /^Applied .*\.\n$/)
  t.match(await desk({ DATABASE_URL }, ['migrate']), { code: 0, out: 'The database is up to date.\n' })
})

t.test('desk config prints every setting, but no secret', async (t) => {
  const { code, out } = await desk({ DEMO: 'false', DATABASE_URL: 'postgres://desk:secret@db/desk', ADMIN_PASSWORD: 'a secret of sixteen' }, ['config'])
  t.equal(code, 0)
  t.notMatch(out, /secret/)
  t.match(out, /^DEMO=false\n {4}\S/m)
})

t.test('desk leads from an empty database to a first post', async (t) => {
  const { run, insert, DATABASE_URL, sql } = await newDatabase(t)
  t.equal((await run(['user', 'add', 'kim', '--role', 'Collaborator'], 'first\n')).code, 0)
  t.equal((await run(['user', 'add', 'lee', '--role', 'Collaborator'], 'second\n')).code, 0)
  const opened = await run(['blog', 'add', 'Council meeting', '--creator', 'kim', '--language', 'en', '--live'])
  t.same([opened.code, opened.out], [0, '1\n'], opened.err)
  const token = async (name: string) => (await run(['token', name, 'test'])).out.trim()
  const [kim, lee] = [await token('kim'), await token('lee')]
  t.equal(await insert(kim), 201)
  t.equal(await insert(lee), 403)
  t.match((await run(['blog', 'member', '1', 'lee'])).out, 'lee is Collaborator in blog 1.')
  t.equal(await insert(lee), 201)
  t.match((await run(['blog', 'close', '1'])).out, 'Closed Council meeting.')
  t.equal(await insert(kim), 409)
  t.match((await run(['blog', 'open', '1'])).out, 'Opened Council meeting.')
  t.equal(await insert(kim), 201)
  t.same([...await sql`select is_live from blogs`], [{ IsLive: true }])

  for (const [command, reason] of [
    [['blog', 'add', 'x', '--creator', 'nobody', '--language', 'en'], /no active user nobody/],
    [['blog', 'add', 'x', '--creator', 'kim', '--language', 'xx'], /no language xx/],
    [['blog', 'add', 'x'.repeat(256), '--creator', 'kim', '--language', 'en'], /at most 255/],
    [['blog', 'add', 'x', '--language', 'en'], /--creator/],
    [['blog', 'close', '7'], /no blog 7/],
    [['blog', 'close', 'x'], /no blog x/],
    [['blog', 'member', '1', 'kim'], /creator/],
    [['blog', 'member', '1', 'lee', '--type', 'Boss'], /Collaborator, Administrator/]
  ] as const) {
    const { code, err, out } = await desk({ DATABASE_URL }, command)
    t.equal(code, 1, command.join(' '))
    t.match(err, reason)
    t.equal(out, '')
  }
  t.equal((await sql`select from blogs`).count, 1)
})
