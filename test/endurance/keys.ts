/**
 * Endurance test of Idempotency-Key: twenty clients send each key at the same time, over connections that are cut.
 * `test/routes/trying-again.test.ts` is the short form. Run by hand: `npx tsx test/endurance/keys.ts [keys]`.
 */
import { runKeys } from './keys-run.ts'
import { argument, withEnvironment } from './environment.ts'

const keys = argument(0, 'the number of keys', 1000)

await withEnvironment(async ({ url, sql, user, token, serve }) => {
  const startedAt = performance.now()
  const outcome = await runKeys({ url, sql, user, token, keys, serve: (DATABASE_URL) => serve({ DATABASE_URL }) })
  const { sent, lost, refused, clientCuts: clients, databaseCuts: database, posts, faults } = outcome
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`sent      ${sent} requests for ${keys} keys, 20 clients each, in ${seconds} s`)
  console.log(`cut       ${clients.early} connections of clients before the response, ${clients.late} after it`)
  console.log(`          ${database.early} of the service to PostgreSQL before the commit, ${database.late} after it`)
  console.log(`responses ${lost} lost, ${refused} refused with 503, ${sent - lost - refused} others`)
  console.log(`posts     ${posts}`)
  return faults
})
