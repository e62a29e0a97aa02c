/** The command line `desk`: accounts, roles, blogs, tokens and the demo. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import t, { type Test } from 'tap'
import { buildApp } from '../../app.ts'
import { deskCommand } from '../../commands/index.ts'
import { readPassword } from '../../commands/password.ts'
import { readConfig } from '../../config.ts'
import { connect } from '../../db/client.ts'
import { runDesk } from '../support/commands.ts'
import { administer, cloneDatabase, databaseAt } from '../support/database.ts'
import { root } from '../support/root.ts'
import { dataDir } from '../support/stage.ts'
import { until } from '../support/until.ts'

const program = `${root}/dist/cli.js`
const FIRST = 'the first password'
const SECOND = 'the second password'

/** Runs `desk` in a process, with settings. */
const desk = async (env: Readonly<Record<string, string>>, command: readonly string[]) => {
  const child = spawn(process.execPath, [program, ...command], { env: { ...process.env, ...env } })
  child.stdin.end()
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { out, err, code }
}

/** Creates a migrated database without users and blogs. Returns functions that run `desk` and send requests on it. */
const newDatabase = async (t: Test) => {
  const DATABASE_URL = await cloneDatabase(t)
  const sql = connect({ url: DATABASE_URL, max: 1 })
  const app = await buildApp(readConfig({ CACHE_MB: '0', DATA_DIR: await dataDir(t) }), { databaseUrl: DATABASE_URL })
  t.teardown(async () => {
    await app.close()
    await sql.end({ timeout: 5 })
  })
  const login = (UserName: string, Password: string) =>
    app.inject({ method: 'POST', url: '/resources/Security/Login.json', payload: { UserName, Password } })
  return {
    sql,
    DATABASE_URL,
    run: (command: readonly string[], input = '') => runDesk({ DATABASE_URL }, command, { input }),
    login,
    sessionOf: async (name: string, password: string) => {
      const { Session }: { Session: string } = (await login(name, password)).json()
      return Session
    },
    /** Inserts a post. Returns the status of the response. */
    insert: async (authorization: string) => {
      const headers = { authorization }
      const post = { method: 'POST', url: '/resources/Desk/Blog/1/Post', headers, payload: { Content: 'x' } } as const
      return (await app.inject(post)).statusCode
    }
  }
}

t.test('desk manages accounts', async (t) => {
  const { run, login, sessionOf, insert, DATABASE_URL } = await newDatabase(t)
  await run(['demo'])

  await t.test('a new user can log in and insert posts', async (t) => {
    const details = ['--role', 'Editor', '--first-name', 'Kim', '--e-mail', 'kim@desk.example']
    const added = await run(['user', 'add', 'kim', ...details], `${FIRST}\n`)
    t.equal(added.code, 0, added.err)
    t.match(added.out, /^Made user kim with id \d+\.\n$/)
    const { host, pathname } = new URL(DATABASE_URL)
    t.equal(
      added.err,
      `Database: postgres://desk@${host}${pathname}\n`,
      'the address of the database is printed without its password'
    )
    t.equal(await insert(await sessionOf('kim', FIRST)), 201)
  })

  await t.test('a new password ends all sessions, but keeps API tokens', async (t) => {
    const session = await sessionOf('kim', FIRST)
    const { out } = await run(['token', 'kim', 'a wire service'])
    const token = out.trim()
    t.match(token, /^[\w-]{43}$/)
    t.equal(await insert(token), 201)
    const changed = await run(['user', 'password', 'kim'], `${SECOND}\n`)
    t.match(changed, { code: 0, out: 'Set the password of kim.\n' })
    t.equal(await insert(session), 401, 'the old session')
    t.equal(await insert(token), 201, 'the token')
    t.equal((await login('kim', FIRST)).statusCode, 401, 'the old password')
    t.equal(await insert(await sessionOf('kim', SECOND)), 201, 'the new one')
  })

  await t.test('a disabled user loses sessions, tokens and the login', async (t) => {
    const session = await sessionOf('kim', SECOND)
    const token = (await run(['token', 'kim', 'another'])).out.trim()
    t.match(await run(['user', 'disable', 'kim']), { code: 0, out: 'Disabled kim.\n' })
    t.equal(await insert(session), 401)
    t.equal(await insert(token), 401)
    t.equal((await login('kim', SECOND)).statusCode, 401)
  })

  await t.test('the mark with which editors of Windows begin a file is no part of a password', async (t) => {
    t.match(await run(['user', 'add', 'noor'], `\ufeff${FIRST}\r\n`), { code: 0 })
    t.equal((await login('noor', FIRST)).statusCode, 201)
  })

  await t.test('an enabled user can log in again, but old sessions and tokens stay revoked', async (t) => {
    t.match(await run(['user', 'enable', 'kim']), { code: 0, out: 'Enabled kim.\n' })
    t.equal(await insert(await sessionOf('kim', SECOND)), 201)
    t.equal(JSON.parse((await run(['token', 'list', '--json'])).out).length, 0)
  })
})

t.test('the demo is loaded into a new database only', async (t) => {
  const { DATABASE_URL, run, sql } = await newDatabase(t)
  const count = async () => {
    const [counts] =
      await sql`select (select count(*)::integer from users) as users, (select count(*)::integer from blogs) as blogs`
    return counts
  }
  t.match(await run(['user', 'add', 'kim'], `${FIRST}\n`), { code: 0 })
  const refused = await run(['demo'])
  t.match(refused, {
    code: 1,
    out: '',
    err: /\ndesk: The demo is only loaded into a database without users and blogs, and this one has some\n$/
  })
  t.same(await count(), { Users: 1, Blogs: 0 }, 'the command adds nothing')

  await sql`truncate persons, users cascade`
  t.match((await run(['demo'])).out, /^Made user admin with password \S+; .*\nLoaded the demo newsroom\.\n$/)
  const loaded = await count()
  t.match(await run(['demo']), { code: 1, out: '' })
  t.same(await count(), loaded)
  const mistyped = await desk({ DATABASE_URL }, ['user', 'lst'])
  const advice = "error: unknown command 'lst'\n(Did you mean list?)\ndesk help explains the commands.\n"
  t.same(mistyped, { code: 2, out: '', err: advice })
})

t.test('a command whose output nobody takes says so, and leaves no database that runs', async (t) => {
  const DATA_DIR = await dataDir(t)
  t.match(await desk({ DATA_DIR }, ['migrate']), { code: 0 })
  const command = `"$0" "$1" user list | true; exit "\${PIPESTATUS[0]}"`
  const { status, stderr } = spawnSync('bash', ['-c', command, process.execPath, program], {
    env: { ...process.env, DATA_DIR },
    encoding: 'utf8'
  })
  t.match(stderr, /\ndesk: write EPIPE\n$/)
  t.equal(status, 1)
  t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')
})

t.test('a command that is told to stop leaves neither a database that runs nor half a folder', async (t) => {
  const DATA_DIR = await dataDir(t)
  const folder = t.testdir()
  t.match(await desk({ DATA_DIR }, ['demo']), { code: 0 })
  for (const [signal, ...command] of [
    ['SIGINT', 'backup', `${folder}/backup`],
    ['SIGTERM', 'export', '1', '--to', `${folder}/export`],
    ['SIGHUP', 'import', '-', '--creator', 'admin']
  ] as const) {
    const child = spawn(process.execPath, [program, ...command], { env: { ...process.env, DATA_DIR } })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const reason = text(child.stderr)
    child.stderr.once('data', () => child.kill(signal))
    t.equal(await ended, 1, signal)
    t.match(await reason, /^Database: .*\ndesk: (The operation was aborted|This operation was aborted|Stopped\.)/)
    t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')
  }
  t.same(await readdir(folder), [])

  await t.test('and does not begin after it was told', async (t) => {
    const child = spawn(process.execPath, [program, 'user', 'list'], { env: { ...process.env, DATA_DIR } })
    await until(() => existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`))
    child.kill('SIGTERM')
    t.equal(await text(child.stdout), '')
  })
})

t.test('commands other than demo, migrate and serve do not create a database', async (t) => {
  const DATA_DIR = await dataDir(t)
  for (const command of [
    ['user', 'add', 'kim'],
    ['user', 'password', 'kim'],
    ['user', 'disable', 'kim'],
    ['token', 'kim', 'x']
  ]) {
    const { code, out, err } = await runDesk({ DATA_DIR, DATABASE_URL: '' }, command, { input: `${FIRST}\n` })
    t.same({ code, out }, { code: 1, out: '' })
    t.equal(
      err,
      `desk: There is no database in ${DATA_DIR}; ` +
        'set DATA_DIR or DATABASE_URL as for the service, or start the service once\n'
    )
  }
  t.notOk(existsSync(DATA_DIR), 'the folder is not created either')
})

t.test('desk refuses a database that is not Desk’s', async (t) => {
  const server = databaseAt(await cloneDatabase(t), 'postgres')
  const name = `empty_${process.pid}`
  await administer(server, (sql) => sql`create database ${sql(name)}`)
  t.teardown(() => administer(server, (sql) => sql`drop database ${sql(name)} with (force)`))
  const DATABASE_URL = databaseAt(server, name)
  const shown = await desk({ DATABASE_URL }, ['user', 'disable', 'kim'])
  const reason = 'This database holds no Desk data; start the service on it once, or run desk migrate'
  t.match(shown, { code: 1, out: '', err: new RegExp(`^Database: \\S+\ndesk: ${reason}\n$`) })
  t.match((await desk({ DATABASE_URL }, ['migrate'])).out, /^Applied .*\.\n$/)
  t.match(await desk({ DATABASE_URL }, ['migrate']), { code: 0, out: 'The database is up to date.\n' })
})

t.test('desk serve exits with the exit code of a service that does not start', async (t) => {
  const shown = await desk({ PORT: 'http' }, ['serve'])
  t.match(shown, { code: 1, out: '', err: 'Desk did not start: PORT must be a whole number from 0 to 65535\n' })
})

t.test('desk config prints every setting, but not the secrets', async (t) => {
  const settings = {
    DEMO: 'false',
    DATABASE_URL: 'postgres://desk:secret@db/desk',
    ADMIN_PASSWORD: 'a secret of sixteen'
  }
  const { code, out } = await desk(settings, ['config'])
  t.equal(code, 0)
  t.notMatch(out, /secret/)
  t.match(out, /^DEMO=false\n {4}Load the demo newsroom into a new database; auto: only if/m)
})

t.test('desk commands lead from an empty database to a first post', async (t) => {
  const { run, insert, sql } = await newDatabase(t)
  t.equal((await run(['user', 'add', 'kim', '--role', 'Collaborator'], `${FIRST}\n`)).code, 0)
  t.equal((await run(['user', 'add', 'lee', '--role', 'Collaborator'], `${SECOND}\n`)).code, 0)
  const opened = await run(['blog', 'add', 'Council meeting', '--creator', 'kim', '--language', 'en', '--live'])
  t.same({ code: opened.code, out: opened.out }, { code: 0, out: '1\n' }, opened.err)
  const token = async (name: string) => (await run(['token', 'add', name, 'test'])).out.trim()
  const [kim, lee] = [await token('kim'), await token('lee')]
  t.equal(await insert(kim), 201)
  t.equal(await insert(lee), 403)
  t.equal((await run(['blog', 'member', '1', 'lee'])).out, 'lee is Collaborator in blog 1.\n')
  t.equal(await insert(lee), 201)
  t.equal((await run(['blog', 'members', '1'])).out, 'Name  User  Type\nlee   lee   Collaborator\n')
  t.equal((await run(['blog', 'member', '1', 'lee', '--remove'])).out, 'lee is not a member of blog 1 any more.\n')
  t.equal(await insert(lee), 403)
  t.equal((await run(['role', 'give', 'lee', 'Editor'])).out, 'lee is Editor now.\n')
  t.equal(await insert(lee), 201, 'editors post in every blog')
  t.equal((await run(['role', 'give', 'lee', 'Editor'])).out, 'lee is Editor already.\n')
  t.equal((await run(['role', 'take', 'lee', 'Editor'])).out, 'lee is not Editor any more.\n')
  t.equal(await insert(lee), 403)
  t.equal((await run(['blog', 'close', '1'])).out, 'Closed Council meeting.\n')
  t.equal(await insert(kim), 409)
  t.match((await run(['blog', 'list'])).out, /^Id .*\n1 +Council meeting +kim +en +no +\d{4}-\d\d-\d\dT[\d:]{8}Z\n$/)
  t.equal((await run(['blog', 'open', '1'])).out, 'Opened Council meeting.\n')
  t.equal(await insert(kim), 201)
  t.same([...(await sql`select is_live from blogs`)], [{ IsLive: true }])
})

t.test('tokens are listed and revoked by their ids', async (t) => {
  const { run, insert, sql } = await newDatabase(t)
  await run(['user', 'add', 'kim'], `${FIRST}\n`)
  await run(['blog', 'add', 'Council meeting', '--creator', 'kim', '--language', 'en'])
  const tokens = async () => JSON.parse((await run(['token', 'list', '--json'])).out)
  t.same(await tokens(), [])
  const { Id, Token } = JSON.parse((await run(['token', 'add', 'kim', 'a wire service', '--json'])).out)
  const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
  const [unused] = await tokens()
  t.match(unused, { Id: /^[\da-f]{12}$/, User: 'kim', Purpose: 'a wire service', CreatedOn: TIMESTAMP })
  t.equal(unused.Id, Id)
  t.notOk('LastUsedOn' in unused)
  t.equal(await insert(Token), 201)
  t.match(await tokens(), [{ LastUsedOn: TIMESTAMP }])
  t.notMatch((await run(['token', 'list'])).out, Token)

  await sql`
    insert into sessions (token_hash, "user", name, expires_on)
    select sha256(''), users.id, 'session', now() + interval '1 hour' from users`
  for (const last of [1, 2]) {
    const hash = Buffer.concat([Buffer.from('abcdef0123', 'hex'), Buffer.alloc(27, last)])
    await sql`insert into sessions (token_hash, "user", name) select ${hash}, users.id, 'alike' from users`
  }
  for (const [id, reason] of [
    ['abcdef01', 'Several tokens have ids that begin with abcdef01; give more digits'],
    ['e3b0c44298fc', 'There is no API token e3b0c44298fc; desk token list shows all'],
    ['00000000', 'There is no API token 00000000; desk token list shows all']
  ] as const) {
    t.match(await run(['token', 'revoke', id]), { code: 1, out: '', err: new RegExp(`\ndesk: ${reason}\n$`) })
  }
  t.match(await run(['token', 'revoke', Id.slice(0, 7)]), { code: 2, out: '', err: /8 or more hexadecimal digits/ })
  t.equal((await tokens()).length, 3, 'none of these commands revokes a token')
  t.equal((await run(['token', 'revoke', 'ABCDEF012301'])).out, 'Revoked abcdef012301, alike, of kim.\n')
  t.match(JSON.parse((await run(['token', 'revoke', Id.slice(0, 8), '--json'])).out), { Id, User: 'kim' })
  t.equal(await insert(Token), 401)
  t.match(await tokens(), { length: 1 })
  t.equal((await sql`select from sessions where expires_on is not null`).count, 1)
})

t.test('every command, argument and option has a help text', async (t) => {
  const visit = async (command: Command, path: readonly string[]) => {
    const name = ['desk', ...path].join(' ')
    t.ok(command.description(), name)
    for (const part of [...command.registeredArguments, ...command.options]) {
      t.ok(part.description, `${name} ${part.name()}`)
    }
    for (const subcommand of command.commands) await visit(subcommand, [...path, subcommand.name()])
  }
  await visit(deskCommand(process), [])
  t.match(await runDesk({}, []), { code: 2, out: '', err: /^Usage: desk/ })
  t.match(await runDesk({}, ['help', 'user', 'add']), { code: 0, out: /^Usage: desk user add \[options\] <name>\n/ })
})

/** A terminal with typed input. `output()` returns what desk has printed to it. */
const terminal = (typed: string) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin })
  const stderr = new PassThrough()
  stdin.write(typed)
  return { shell: { stdin, stderr }, output: () => text(stderr.end()) }
}

t.test('at a terminal, desk asks for the password twice without showing it', async (t) => {
  const twice = terminal(`${FIRST}\r${FIRST}\r`)
  t.equal(await readPassword(twice.shell, undefined), FIRST)
  t.equal(await twice.output(), 'Password (not shown): \nRepeat the password: \n')

  const corrected = terminal(`${FIRST}d\u007f\r${FIRST}\r`)
  t.equal(await readPassword(corrected.shell, undefined), FIRST, 'backspace works')

  const different = terminal(`${FIRST}\r${SECOND}\r`)
  await t.rejects(readPassword(different.shell, undefined), { message: 'The two passwords differ' })
  t.equal(await different.output(), 'Password (not shown): \nRepeat the password: \n')

  await t.rejects(readPassword(terminal('short\r').shell, undefined), /The password must have at least 12 characters/)
  await t.rejects(readPassword(terminal(`${FIRST}\u0003`).shell, undefined), /No password was given/, 'Ctrl-C')
  await t.rejects(readPassword(terminal(`${FIRST}\r\u0004`).shell, undefined), /No password was given/, 'Ctrl-D')
})
