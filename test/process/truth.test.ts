/**
 * Two processes share a database: no response is older than a second and no event later than a second, even if
 * notifications of the database are lost. `test/endurance/truth.ts` runs the same for longer.
 */
import t from 'tap'
import { connect } from '../../db/client.ts'
import { addWriter } from '../endurance/environment.ts'
import { runTruth, type Counts } from '../endurance/truth-run.ts'
import { cloneDatabase } from '../support/database.ts'
import { freePort } from '../../db/embedded/index.ts'
import { root } from '../support/root.ts'
import { start } from '../support/service.ts'

const server = ['node', `${root}/dist/server.js`] as const

/** A slow machine needs more time for the same number of requests and events. */
const isEnough = ({ writes, reads, unchanged, visits, events }: Counts) =>
  writes > 20 && reads > 100 && unchanged > 2 && visits > 20 && events > 100

t.test('no response and no event is later than a second', { timeout: 180_000 }, async (t) => {
  const DATABASE_URL = await cloneDatabase(t)
  const sql = connect({ url: DATABASE_URL, max: 8 })
  t.teardown(() => sql.end({ timeout: 5 }))
  const account = await addWriter(sql)
  // With the same base URL, both processes return the same bytes.
  const bases = await Promise.all(
    [1, 2].map(async () => {
      const PORT = `${await freePort()}`
      await start(t, server, { PORT, DATABASE_URL, BASE_URL: 'http://desk.example' })
      return `http://127.0.0.1:${PORT}`
    })
  )
  for (const disturbance of ['none', 'deaf', 'lossy'] as const) {
    const outcome = await runTruth({
      bases,
      sql,
      ...account,
      seconds: 2,
      disturbance,
      isEnough
    })
    const { writes, reads, unchanged, visits, events, oldest, slowest, faults } = outcome
    t.comment(
      `${disturbance}: ${writes} writes, ${reads} reads, ${unchanged} of them unchanged, ` +
        `the oldest ${oldest.toFixed(0)} ms; ${visits} streams, ${events} events, ` +
        `the slowest ${slowest.toFixed(0)} ms`
    )
    t.same(faults.slice(0, 5), [], disturbance)
    t.ok(isEnough(outcome), 'there were enough requests and events')
  }
})
