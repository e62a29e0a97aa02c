/** Runs the service: reads the settings, listens, and shuts down in order. */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { readConfig, removedSettingsIn } from './config.ts'
import { openDatabase, type OpenDatabase } from './db/open.ts'
import { ownVersion } from './plugins/introspection/components.ts'
import type { Config } from './schemas/config.ts'
import { prepareDatabase } from './start.ts'
import { messageOf } from './schemas/language/errors.ts'

/** Milliseconds for shutting down. */
const SHUTDOWN_TIMEOUT = 9_000

/**
 * Maximum number of connections that wait to be accepted; the system may allow fewer. Node's 511 are too few when all
 * readers reconnect at once.
 */
const BACKLOG = 4096

// Keeps memory below 300 MiB: by default, V8 lets the heap grow to four times the live data (docs/performance.md).
setFlagsFromString('--heap-growing-percent=100')

/**
 * Returns a function that writes to standard output or standard error. If the disk of a
 * log file is full or nobody reads the pipe, the text is lost, and the service goes on. `process.stdout` would collect
 * everything after a failure in memory.
 */
const writerTo = (fd: number) => (text: string) => {
  try {
    writeSync(fd, text)
  } catch {}
}
const write = writerTo(1)
const writeError = writerTo(2)
const print = (line: string) => write(`${line}\n`)
const printError = (line: string) => writeError(`${line}\n`)

/** Functions to call on shutdown, in reverse order. */
const closers: (() => Promise<void>)[] = []
let closing: Promise<void> | undefined
const closeAll = () => {
  closing ??= (async () => {
    await closeOpened()
    // A start that is interrupted may be opening something, such as the embedded PostgreSQL, which would run on.
    await started
    await closeOpened()
  })()
  return closing
}
const closeOpened = async () => {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close()
}

const serve = async () => {
  const config = readConfig(process.env)
  removedSettingsIn(process.env).forEach(print)
  await requirePort(config, 'PORT')
  if (config.METRICS_PORT !== 0) await requirePort(config, 'METRICS_PORT')
  const database = await openDatabase(config, {
    client: 'service',
    max: config.DATABASE_POOL,
    create: true,
    pid: process.pid,
    log: print
  })
  closers.push(database.close)
  if (closing !== undefined) throw new Error('Interrupted')
  print(`Database: ${database.name}`)
  await prepareDatabase(database, config, print)
  const address = await listen(config, database)
  if (config.PUBLIC_DRAFTS || config.PUBLIC_PROFILES) print(PUBLIC_NOTICE)
  print(`Desk ${ownVersion()} serves ${config.BASE_URL === '' ? address : config.BASE_URL}/resources`)
}

const PUBLIC_NOTICE =
  'Drafts and e-mail addresses can be read without a session; ' +
  'set PUBLIC_DRAFTS=false and PUBLIC_PROFILES=false to restrict that.'

/** Fails if the port can't be listened on. Called first, so that such a start doesn't create or migrate a database. */
const requirePort = async (config: Config, name: 'PORT' | 'METRICS_PORT') => {
  const server = createServer().listen(config[name], config.HOST)
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(`HOST and ${name} name no address to listen on: ${messageOf(error)}`, { cause: error })
  })
  server.close()
  await once(server, 'close')
}

/** Starts the app, and the server of its metrics. Returns the address of the app. */
const listen = async (config: Config, { url, name, isEmbedded }: OpenDatabase) => {
  // The metrics library is loaded only if metrics are served.
  const metrics = config.METRICS_PORT === 0 ? undefined : await import('./metrics.ts')
  const app = await buildApp(config, {
    databaseUrl: url,
    databaseFolder: isEmbedded ? name : undefined,
    // The logger's own stream ends the process if it cannot write, and then waits until it can.
    logger: { level: config.LOG_LEVEL, stream: { write } },
    registry: metrics?.registry
  })
  closers.push(() => app.close())
  const address = await app.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG })
  if (metrics) closers.push(await metrics.serveMetrics(config, printError))
  return address
}

/** Starts the service. Returns whether it runs. */
const start = async (): Promise<boolean> => {
  try {
    await serve()
    return true
  } catch (error) {
    process.exitCode = 1
    const reason = messageOf(error)
    // A signal that interrupts the start makes it fail too: that needs no message.
    if (closing === undefined) printError(`Desk did not start: ${reason}`)
    return false
  }
}

/** Signals that end the service in order, however often they come. */
const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

const { close } = closeWithGrace(
  { delay: SHUTDOWN_TIMEOUT, logger: { error: printError }, skip: ['beforeExit', ...STOP_SIGNALS] },
  async ({ err }) => {
    if (err !== undefined) printError(`Desk stops after an error: ${err.stack}`)
    await closeAll()
  }
)
// By default, a second signal ends the process at once: the embedded PostgreSQL would run on.
for (const signal of STOP_SIGNALS) {
  process.on(signal, () => {
    if (closing === undefined) void close()
  })
}

const started = start()
if (!(await started)) await closeAll()
