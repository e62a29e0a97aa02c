/**
 * Runs the service in this process: reads the settings, listens, and shuts down in order. Workers run this file too.
 */
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

/** Milliseconds for shutting down. Fewer in a worker, because the primary stops the database after its workers. */
const SHUTDOWN_TIMEOUT = cluster.isWorker ? 6_000 : 9_000

/**
 * Maximum number of connections that wait to be accepted; the system may allow fewer. Node's 511 are too few when all
 * readers reconnect at once.
 */
const BACKLOG = 4096

/** Signals by which a terminal or a supervisor ends the service. Some send them to the workers too. */
const END_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const

// Speeds up later starts. Node 20 has no compile cache.
if ('enableCompileCache' in modules) modules.enableCompileCache()

// By default, V8 lets the heap grow to about three times the memory in use before a full garbage collection.
setFlagsFromString('--heap-growing-percent=100')

/** Calls of `process.nextTick` until V8 has optimised it. They take 10 to 18 milliseconds. */
const WARM_UP = 5000

/**
 * Makes V8 optimise `process.nextTick`, which Node calls several times for each request. If V8 collects garbage before
 * that, it may never do so, and a cached read takes a fifth longer (docs/performance.md).
 */
const warmUp = (calls: number) => {
  if (calls > 0) process.nextTick(warmUp, calls - 1)
}
warmUp(WARM_UP)

const print = (line: string) => {
  process.stdout.write(`${line}\n`)
}
const printError = (line: string) => {
  process.stderr.write(`${line}\n`)
}

/** Functions to call on shutdown, in reverse order. */
const closers: (() => Promise<void>)[] = []
let closing: Promise<void> | undefined
const closeAll = () => {
  closing ??= (async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close()
  })()
  return closing
}

const serve = async () => {
  const config = readConfig(process.env)
  const count = config.WORKERS === 'auto' ? availableParallelism() : config.WORKERS
  await requirePort(config.HOST, config.PORT)
  if (config.METRICS_PORT !== 0) await requirePort(config.HOST, config.METRICS_PORT)
  const database = await open(config, count)
  print(`Database: ${database.name}`)
  await prepareDatabase(database, config, print)
  const address = await (count === 1 ? serveAlone(config, database.url) : startWorkers(count, config, database.url))
  if (config.PUBLIC_DRAFTS || config.PUBLIC_PROFILES) print(PUBLIC_NOTICE)
  print(`Desk serves ${config.BASE_URL === '' ? address : config.BASE_URL}/resources`)
}

const PUBLIC_NOTICE =
  'Drafts and e-mail addresses can be read without a session; ' +
  'set PUBLIC_DRAFTS=false and PUBLIC_PROFILES=false to restrict that.'

/** Fails if the port can't be listened on. Called first, so that such a start doesn't create or migrate a database. */
const requirePort = async (host: string, port: number) => {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Opens the database. @param workers number of workers that this process will start */
const open = async (config: Config, workers: number) => {
  const database = await openDatabase(config, {
    max: config.DATABASE_POOL,
    workers,
    create: true,
    pid: process.pid,
    log: print
  })
  closers.push(database.close)
  return database
}

// The metrics library is loaded only if metrics are served.
const loadMetrics = async ({ METRICS_PORT }: Config) => (METRICS_PORT === 0 ? undefined : await import('./metrics.ts'))

/** Serves in this process. Returns the address. */
const serveAlone = async (config: Config, databaseUrl: string) => {
  const metrics = await loadMetrics(config)
  const address = await listen(config, databaseUrl, metrics?.registry)
  if (metrics) closers.push(await metrics.serveMetrics(config, printError))
  return address
}

const listen = async (config: Config, databaseUrl: string, registry: Registry | undefined) => {
  // Imported here, because a primary process with workers only supervises them and never loads the app.
  const { buildApp } = await import('./app.ts')
  const logger = { level: config.LOG_LEVEL }
  const app = await buildApp(config, { databaseUrl, logger, registry })
  closers.push(() => app.close())
  return await app.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG })
}

/** Serves in worker processes. Returns their address. */
const startWorkers = async (count: number, config: Config, url: string) => {
  const onFailure = (error: Error) => {
    void fail('Desk stops', error)
  }
  const { start, stop } = workers({ count, env: { DATABASE_URL: url }, log: printError, onFailure })
  closers.push(stop)
  const address = await start()
  const metrics = await loadMetrics(config)
  if (metrics) closers.push(await metrics.serveWorkerMetrics(config, printError))
  return address
}

/**
 * Serves as one of several workers. The primary has prepared the database, and prints the messages for the operator.
 */
const serveAsWorker = async () => {
  const config = readConfig(process.env)
  const { url } = await open(config, 0)
  const metrics = await loadMetrics(config)
  report({ address: await listen(config, url, metrics?.registry) })
  // Not before the report, which has to be the first message.
  metrics?.sendMetrics(cluster.worker?.id ?? 0)
}

/** Sends a message to the primary. */
const report = (message: Report, callback = () => {}) => {
  cluster.worker?.send(message, callback)
}

const fail = async (summary: string, error: unknown) => {
  const failure = error instanceof Error ? error.message : String(error)
  process.exitCode = 1
  // Prints nothing if a signal interrupted the start.
  if (closing !== undefined) return closing
  if (cluster.isPrimary) printError(`${summary}: ${failure}`)
  await closeAll()
  // A worker must exit explicitly, because its channel to the primary keeps it running.
  report({ failure }, () => process.exit())
}

const { close } = closeWithGrace(
  {
    delay: SHUTDOWN_TIMEOUT,
    logger: { error: printError },
    skip: ['beforeExit', ...(cluster.isWorker ? END_SIGNALS : [])]
  },
  async ({ err }) => {
    if (err !== undefined) printError(`Desk stops after an error: ${err.stack}`)
    await closeAll()
  }
)
// A worker may get a signal from the terminal and another from the primary. close-with-grace would exit at the second
// signal without closing anything, so workers handle signals here.
if (cluster.isWorker) for (const signal of END_SIGNALS) process.on(signal, close)

try {
  await (cluster.isPrimary ? serve() : serveAsWorker())
} catch (error) {
  await fail('Desk did not start', error)
}
