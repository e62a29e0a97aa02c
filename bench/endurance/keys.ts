/**
 * Endurance test of Idempotency-Key: twenty clients send each key at the same time, over connections that are cut.
 * `test/routes/writing/trying-again.test.ts` is the short form. `npx tsx bench/endurance/keys.ts [keys]`
 */
import { claimNone } from '../claims.ts'
import { argument, drill } from '../stage/drill.ts'
import { runKeys } from './keys-run.ts'

const keys = argument('how many keys', 1000)

await drill(async (stage) => {
  const { url, sql } = stage.postgres
  const serve = async (DATABASE_URL: string) => (await stage.serve({ DATABASE_URL })).origin
  const outcome = await runKeys(stage.end, { ...stage, url, sql, serve, keys })
  const { sent, lost, refused, clientCuts, databaseCuts, posts, faults } = outcome
  stage.note(`${sent} requests for ${keys} keys; ${lost} answers lost, ${refused} refused with 503; ${posts} posts`)
  stage.note(`cut: ${clientCuts.early} connections of clients before the answer, ${clientCuts.late} after it`)
  stage.note(`${databaseCuts.early} of the service to PostgreSQL before the commit, ${databaseCuts.late} after it`)
  claimNone(stage, 'faults', faults)
})
