/**
 * Endurance test of the client package: followers that never miss or repeat a change, whatever happens to connections,
 * notifications, processes and devices. `test/alone/truth.test.ts` is the short form.
 * `npx tsx bench/endurance/client.ts [observations]`
 */
import { claimNone } from '../claims.ts'
import { argument, drill } from '../stage/drill.ts'
import { runClients } from './client-run.ts'

const observations = argument('the number of observations', 1_000_000)

await drill(async (stage) => {
  const startedAt = performance.now()
  for await (const { summary, faults } of runClients(stage, { observations, followers: 60, span: 30 })) {
    stage.note(`${((performance.now() - startedAt) / 1_000).toFixed(0)} s: ${summary}`)
    claimNone(stage, 'faults of the followers', faults)
  }
})
