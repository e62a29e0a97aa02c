/** The process: environment in, a listening service out, and a clean end. */
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { prepareDatabase } from './start.ts'

/** Requests still running at the end get this many milliseconds. */
const GRACE = 9_000

const say = (line: string) => { process.stdout.write(`${line}\n`) }

const serve = async () => {
  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR, max: config.DATABASE_POOL, pid: process.pid, log: say
  })
  try {
    await prepareDatabase(database, config, say)
    const app = await buildApp(config, { sql: database.sql, logger: { level: config.LOG_LEVEL, redact: ['req.headers.authorization'] } })
    closeWithGrace({ delay: GRACE, logger: app.log }, async ({ err }) => {
      if (err !== undefined) app.log.fatal({ err }, 'stopping after an error')
      await app.close()
      await database.close()
    })
    const address = await app.listen({ host: config.HOST, port: config.PORT })
    const base = config.BASE_URL === '' ? address : config.BASE_URL
    if (config.PUBLIC_DRAFTS || config.PUBLIC_PROFILES) {
      say('Drafts and e-mail addresses can be read without a session; PUBLIC_DRAFTS=false and PUBLIC_PROFILES=false close them.')
    }
    say(`Desk serves ${base}/resources`)
  } catch (error) {
    await database.close()
    throw error
  }
}

try {
  await serve()
} catch (error) {
  process.stderr.write(`Desk did not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
