/** The process: reads the environment, listens, and ends in order. Every worker runs this file too. */
import cluster from 'node:cluster'
import { once } from 'node:events'
import * as modules from 'node:module'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import type { Registry } from 'prom-client'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import type { Config } from './schemas/config.ts'
import { prepareDatabase } from './start.ts'
import { workers, type Report } from './workers.ts'

/** Milliseconds that running requests get at the end; fewer in a worker, because the primary stops the database after it. */
const GRACE = cluster.isWorker ? 6_000 : 9_000

/** Connections that may wait to be accepted; the system may allow fewer. Node's 511 are too few when all readers come back. */
const BACKLOG = 4096

/** Signals by which a terminal or a supervisor ends a service, sometimes to all its processes. */
const ENDING = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const

// Later starts need not compile the app again. Node 20 has no such cache.
if ('enableCompileCache' in modules) modules.enableCompileCache()

// V8 would let garbage grow to three times what is in use before it collects it all.
setFlagsFromString('--heap-growing-percent=100')

const say = (line: string) => {
  process.stdout.write(`${line}\n`)
}
const tell = (line: string) => {
  process.stderr.write(`${line}\n`)
}

/** Closes what has been opened; the last entry runs first. */
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
  await requirePort(config.HOST, config.PORT)
  if (config.METRICS_PORT !== 0) await requirePort(config.HOST, config.METRICS_PORT)
  const database = await open(config, count)
  say(`Database: ${database.name}`)
  await prepareDatabase(database, config, say)
  const address = await (count === 1 ? listenAlone(config, database.url) : listenWith(count, config, database.url))
  if (config.PUBLIC_DRAFTS || config.PUBLIC_PROFILES) say(PUBLIC)
  say(`Desk serves ${config.BASE_URL === '' ? address : config.BASE_URL}/resources`)
}

const PUBLIC =
  'Drafts and e-mail addresses can be read without a session; ' +
  'PUBLIC_DRAFTS=false and PUBLIC_PROFILES=false close them.'

/** Fails where listening would, so that a service which can't listen has not touched a database. */
const requirePort = async (host: string, port: number) => {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Opens the database for this process, and for the workers it will start. */
const open = async (config: Config, workers: number) => {
  const database = await openDatabase(config, {
    max: config.DATABASE_POOL,
    workers,
    create: true,
    pid: process.pid,
    log: say
  })
  opened.push(database.close)
  return database
}

// Without metrics, nothing needs to load their library.
const loadMetrics = async ({ METRICS_PORT }: Config) => (METRICS_PORT === 0 ? undefined : await import('./metrics.ts'))

/** Serves in this process. @returns its address */
const listenAlone = async (config: Config, databaseUrl: string) => {
  const metrics = await loadMetrics(config)
  const registry = metrics && new metrics.Registry()
  const address = await listen(config, databaseUrl, registry)
  if (metrics && registry) opened.push(await metrics.serveMetrics(config, registry))
  return address
}

const listen = async (config: Config, databaseUrl: string, registry: Registry | undefined) => {
  // The primary process never loads the app when workers serve; it only supervises them.
  const { buildApp } = await import('./app.ts')
  const logger = { level: config.LOG_LEVEL }
  const app = await buildApp(config, { databaseUrl, logger, registry })
  opened.push(() => app.close())
  return await app.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG })
}

/** Serves in worker processes. @returns their address */
const listenWith = async (count: number, config: Config, url: string) => {
  const stopAll = (error: Error) => {
    void fail('Desk stops', error)
  }
  const { start, stop } = workers({ count, env: { DATABASE_URL: url }, tell, fail: stopAll })
  opened.push(stop)
  const address = await start()
  const metrics = await loadMetrics(config)
  if (metrics) opened.push(await metrics.serveWorkerMetrics(config))
  return address
}

/** Serves as one of several workers: the primary has prepared the database and prints what the operator should know. */
const work = async () => {
  const config = readConfig(process.env)
  const { url } = await open(config, 0)
  const metrics = await loadMetrics(config)
  const registry = metrics && new metrics.Registry()
  report({ address: await listen(config, url, registry) })
  // Not before the report, which has to be the first message.
  if (metrics && registry) metrics.sendMetrics(registry, cluster.worker?.id ?? 0)
}

const report = (message: Report, then = () => {}) => {
  cluster.worker?.send(message, then)
}

const fail = async (what: string, error: unknown) => {
  const failure = error instanceof Error ? error.message : String(error)
  process.exitCode = 1
  // A signal interrupted the start: that is no failure.
  if (closing !== undefined) return closing
  if (cluster.isPrimary) tell(`${what}: ${failure}`)
  await closeAll()
  // The channel to the primary keeps a worker alive.
  report({ failure }, () => process.exit())
}

const { close } = closeWithGrace(
  {
    delay: GRACE,
    logger: { error: tell },
    skip: ['beforeExit', ...(cluster.isWorker ? ENDING : [])]
  },
  async ({ err }) => {
    if (err !== undefined) tell(`Desk stops after an error: ${err.stack}`)
    await closeAll()
  }
)
// A worker gets a signal from the terminal and another from the primary, and must not take the second for impatience.
if (cluster.isWorker) for (const signal of ENDING) process.on(signal, close)

try {
  await (cluster.isPrimary ? serve() : work())
} catch (error) {
  await fail('Desk did not start', error)
}
