/**
 * Endurance test of freshness: two processes, a hundred clients, none of which gets an answer or an event that is a
 * second late, also if notifications are lost. `test/alone/truth.test.ts` is the short form.
 * `npx tsx bench/endurance/truth.ts [seconds]`; each of the three disturbances gets a third of the time.
 */
import { claimNone } from '../claims.ts'
import { argument, drill } from '../stage/drill.ts'
import { runTruth } from './truth-run.ts'

const seconds = argument('the duration in seconds', 60)

await drill(async (stage) => {
  for await (const { summary, disturbance, faults } of runTruth(stage, seconds / 3)) {
    stage.note(`${disturbance}: ${summary}`)
    claimNone(stage, `${disturbance}: faults`, faults)
  }
})
