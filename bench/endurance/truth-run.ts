/** Checks that answers and events are never late: two processes share a database, and notifications are disturbed. */
import type { Stage } from '../stage/drill.ts'
import type { Counts } from './ledger.ts'
import { runNewsroom } from './newsroom-run.ts'

/** A slow machine needs more time for the same number of requests and events. */
const isEnoughTruth = ({ writes, reads, unchanged, visits, events }: Counts) =>
  writes > 50 && reads > 100 && unchanged > 2 && visits > 20 && events > 100

/**
 * Runs a newsroom of two processes with each disturbance, and yields the results.
 * @param span minimum seconds of each run
 * @param clients number of clients
 */
export async function* runTruth(
  stage: Stage,
  span: number,
  clients = 100,
  disturbances: readonly ('none' | 'deaf' | 'lossy')[] = ['none', 'deaf', 'lossy']
) {
  // With the same base URL, both processes return the same bytes.
  const services = [1, 2].map(() => stage.serve({ BASE_URL: 'http://desk.example' }))
  const bases = (await Promise.all(services)).map(({ origin }) => origin)
  for (const disturbance of disturbances) {
    const { writes, reads, unchanged, visits, events, slowest, faults } = await runNewsroom({
      ...stage,
      ...{ sql: stage.postgres.sql, bases, blogs: 3, editors: 8, clients, pauses: [400, 220], span, disturbance },
      isEnough: isEnoughTruth
    })
    const summary = [
      `${writes} changes; ${reads} reads, ${unchanged} unchanged, the oldest ${slowest.answer.toFixed(0)} ms`,
      `${visits} streams, ${events} events, the slowest ${slowest.event.toFixed(0)} ms`
    ].join('; ')
    yield { disturbance, summary, faults }
  }
}
