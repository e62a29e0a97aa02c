/**
 * The truth test (`test/process/truth.test.ts`) for as long as one likes, on durable storage.
 * Run by hand: `npx tsx test/endurance/truth.ts [seconds]`; each of the three ways of going wrong gets a third of them.
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '../../db/client.ts'
import { freePort, openEmbedded } from '../../db/embedded/index.ts'
import { migrate } from '../../db/migrate.ts'
import { sessions } from '../../db/sessions.ts'
import { users } from '../../db/users.ts'
import { hashToken, newToken, NO_PASSWORD } from '../../db/secrets.ts'
import { start } from '../support/service.ts'
import { pursueTruth } from './truthful.ts'

const seconds = Number(process.argv[2] ?? 60)
if (!(seconds > 0)) throw new Error('Say for how many seconds, such as 60')

const folder = await mkdtemp(join(tmpdir(), 'desk-truth-'))
await chmod(folder, 0o755) // When we are root, PostgreSQL is not.
const database = await openEmbedded({ dataDir: folder, pid: process.pid, log: console.error })
const sql = connect({ url: database.url, max: 8 })
const endings: (() => unknown)[] = []
try {
  await migrate(sql)
  const user = await users(sql).add({ Name: 'writer', PasswordHash: NO_PASSWORD, FirstName: 'Truth', Role: 'Administrator' })
  const token = newToken()
  await sessions(sql).begin(user, hashToken(token))
  const command = ['node', '--import=tsx', fileURLToPath(new URL('../../server.ts', import.meta.url))] as const
  const bases = await Promise.all([1, 2].map(async () => {
    const PORT = `${await freePort()}`
    await start({ teardown: (end) => { endings.push(end) } }, [...command], { PORT, DATABASE_URL: database.url, BASE_URL: 'http://desk.example' })
    return `http://127.0.0.1:${PORT}`
  }))
  const pursue = async () => {
    for (const disturbance of ['none', 'deaf', 'lossy'] as const) {
      const { writes, reads, unchanged, visits, events, oldest, slowest, faults } = await pursueTruth({ bases, sql, user, token, seconds: seconds / 3, disturbance })
      console.log(`${disturbance.padEnd(6)} ${writes} writes, ${reads} reads, ${unchanged} unchanged, the oldest ${oldest.toFixed(0)} ms; ${visits} streams, ${events} events, the slowest ${slowest.toFixed(0)} ms; ${faults.length} faults`)
      for (const fault of faults.slice(0, 20)) console.log(`       ${fault}`)
      if (faults.length > 0) process.exitCode = 1
    }
  }
  // The services stand in process groups of their own: Ctrl-C does not reach them.
  const interrupted = once(process, 'SIGINT').then(() => { throw new Error('interrupted') })
  await Promise.race([pursue(), interrupted])
} finally {
  for (const end of endings) await end()
  await sql.end({ timeout: 5 })
  await database.close()
  for (const place of [database.dataDir, folder]) await rm(place, { recursive: true, force: true })
}
