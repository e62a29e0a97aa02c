/** The process: environment in, a listening service out, and a clean end. */
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { prepareDatabase } from './start.ts'

/** Requests still running at the end get this many milliseconds. */
const GRACE = 9_000

const say = (line: string) => { process.stdout.write(`${line}\n`) }
const tell = (line: string) => { process.stderr.write(`${line}\n`) }

/** What has been opened and must be closed, the last first. */
const opened: (() => Promise<void>)[] = []
const closeAll = async () => {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close()
}

const serve = async () => {
  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR, max: config.DATABASE_POOL, pid: process.pid, log: say
  })
  opened.push(database.close)
  await prepareDatabase(database, config, say)
  const app = await buildApp(config, { sql: database.sql, logger: { level: config.LOG_LEVEL, redact: ['req.headers.authorization'] } })
  opened.push(() => app.close())
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  if (config.PUBLIC_DRAFTS || config.PUBLIC_PROFILES) {
    say('Drafts and e-mail addresses can be read without a session; PUBLIC_DRAFTS=false and PUBLIC_PROFILES=false close them.')
  }
  say(`Desk serves ${config.BASE_URL === '' ? address : config.BASE_URL}/resources`)
}

closeWithGrace({ delay: GRACE, logger: { error: tell }, skip: ['beforeExit'] }, async ({ err }) => {
  if (err !== undefined) tell(`Desk stops after an error: ${err.stack}`)
  await closeAll()
})

try {
  await serve()
} catch (error) {
  tell(`Desk did not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
  await closeAll()
}
