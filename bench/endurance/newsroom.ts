/**
 * Endurance test of changes: sixteen editors and thirty clients work on one blog until the followers among them have
 * received a number of post states. `npx tsx bench/endurance/newsroom.ts [states]`; a million take 12 to 20 minutes on
 * two cores.
 */
import { claimNone } from '../claims.ts'
import { argument, drill } from '../stage/drill.ts'
import { runNewsroom } from './newsroom-run.ts'

const minimumStates = argument('the number of post states that followers receive', 20_000)

await drill(async (stage) => {
  const { writes, reads, visits, events, states, starts, comparisons, answers, faults } = await runNewsroom({
    ...stage,
    ...{ sql: stage.postgres.sql, bases: [(await stage.serve()).origin] },
    ...{ blogs: 1, editors: 16, clients: 30, pauses: [100, 100], span: 10, isTimed: false },
    isEnough: ({ states }) => states >= minimumStates
  })
  const sorted = [...answers].toSorted(([a], [b]) => a.localeCompare(b))
  stage.note(`${writes} changes; answers ${sorted.map(([answer, count]) => `${answer}: ${count}`).join(', ')}`)
  stage.note(`${states} post states in ${reads} documents, and ${visits} streams with ${events} events`)
  stage.note(`clients started ${starts} times; all posts were compared with the database ${comparisons} times`)
  claimNone(stage, 'faults', faults)
})
