/**
 * A newsroom covers an evening through nginx and three replicas: logins, drafts, uploads, edits, comments, a poller and
 * a stream, as in test/routes/evening.test.ts. Needs Docker. `npx tsx deploy/drills/evening.ts [replicas]`
 */
import tap from 'tap'
import { connect } from '../../db/client.ts'
import { coverEvening } from '../../test/support/evening.ts'
import { onContainers, PASSWORD } from './containers.ts'
import { claim } from './stage.ts'

const replicas = Number(process.argv[2] ?? 3)
/** Milliseconds for which nginx and a service without its change feed may serve an older document. */
const STALENESS = 2_000

// The containers take longer to start than tap waits for a test.
tap.setTimeout(600_000)

await onContainers({ up: ['--scale', `desk=${replicas}`] }, async ({ origin, idsOf, databaseOf }) => {
  claim('replicas', (await idsOf('desk')).length, ['=', replicas])
  const sql = connect({ url: await databaseOf('postgres'), max: 1 })
  await tap.test('an evening', { timeout: 300_000 }, (t) =>
    coverEvening(t, { origin, adminPassword: PASSWORD, sql, staleness: STALENESS })
  )
  await sql.end()
  const { pass, fail } = tap.counts
  claim('assertions that held', pass, ['≥', 1])
  claim('tests that failed', fail, ['=', 0])
})
