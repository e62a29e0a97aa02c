/** The process: environment in, a listening service out, and a clean end. With several workers this runs in each. */
import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import closeWithGrace from 'close-with-grace'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import type { Config } from './schemas/config.ts'
import { prepareDatabase } from './start.ts'
import { workers, type Report } from './workers.ts'

/** Requests still running at the end get this many milliseconds; a worker's get less, because the database ends after it. */
const GRACE = cluster.isWorker ? 6_000 : 9_000

/** What a terminal or a supervisor sends to end a service, to all its processes at times. */
const ENDING = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const

const say = (line: string) => { process.stdout.write(`${line}\n`) }
const tell = (line: string) => { process.stderr.write(`${line}\n`) }

/** What has been opened and must be closed, the last first. */
const opened: (() => Promise<void>)[] = []
let closing: Promise<void> | undefined
const closeAll = () => {
  closing ??= (async () => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close()
  })()
  return closing
}

const serve = async () => {
  const config = readConfig(process.env)
  const count = config.WORKERS === 'auto' ? availableParallelism() : config.WORKERS
  const database = await open(config, count)
  await prepareDatabase(database, config, say)
  const address = await (count === 1 ? listen(config, database.url) : listenWith(count, database.url))
  if (config.PUBLIC_DRAFTS || config.PUBLIC_PROFILES) {
    say('Drafts and e-mail addresses can be read without a session; PUBLIC_DRAFTS=false and PUBLIC_PROFILES=false close them.')
  }
  say(`Desk serves ${config.BASE_URL === '' ? address : config.BASE_URL}/resources`)
}

/** Opens the database for this process, and for the workers it will start. */
const open = async (config: Config, count: number) => {
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR, max: config.DATABASE_POOL, workers: count, pid: process.pid, log: say
  })
  opened.push(database.close)
  return database
}

/** Serves in this process. @returns where */
const listen = async (config: Config, databaseUrl: string) => {
  // Who only starts workers does without.
  const { buildApp } = await import('./app.ts')
  const app = await buildApp(config, { databaseUrl, logger: { level: config.LOG_LEVEL, redact: ['req.headers.authorization'] } })
  opened.push(() => app.close())
  return await app.listen({ host: config.HOST, port: config.PORT })
}

/** Serves in processes of their own. @returns where */
const listenWith = async (count: number, url: string) => {
  const { start, stop } = workers({ count, env: { DATABASE_URL: url }, tell, fail: (error) => { void fail('Desk stops', error) } })
  opened.push(stop)
  return await start()
}

/** Serves as one of several: the database is ready, and who started this process says what there is to say. */
const work = async () => {
  const config = readConfig(process.env)
  const { url } = await open(config, 0)
  report({ address: await listen(config, url) })
}

const report = (told: Report, then = () => {}) => { cluster.worker?.send(told, then) }

const fail = async (what: string, error: unknown) => {
  const failure = error instanceof Error ? error.message : String(error)
  process.exitCode = 1
  // A start that a signal broke off did not fail.
  if (closing !== undefined) return closing
  if (cluster.isPrimary) tell(`${what}: ${failure}`)
  await closeAll()
  // The connection to who started it keeps a worker alive.
  report({ failure }, () => process.exit())
}

const { close } = closeWithGrace({
  delay: GRACE, logger: { error: tell }, skip: ['beforeExit', ...cluster.isWorker ? ENDING : []]
}, async ({ err }) => {
  if (err !== undefined) tell(`Desk stops after an error: ${err.stack}`)
  await closeAll()
})
// A worker hears both from the terminal and from who started it, and must not take the second for impatience.
if (cluster.isWorker) for (const signal of ENDING) process.on(signal, close)

try {
  await (cluster.isPrimary ? serve() : work())
} catch (error) {
  await fail('Desk did not start', error)
}
