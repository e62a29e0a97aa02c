/**
 * Idempotency-Keys, each tried by twenty clients at once over connections that are cut.
 * `test/routes/trying-again.test.ts` is the short form. Run by hand: `npx tsx test/endurance/keys.ts [keys]`.
 */
import { insist } from './insistent.ts'
import { argument, onStage } from './stage.ts'

const keys = argument(0, 'how many keys', 1000)

await onStage(async ({ url, sql, user, token, serve }) => {
  const began = performance.now()
  const outcome = await insist({ url, sql, user, token, keys, serve: (DATABASE_URL) => serve({ DATABASE_URL }) })
  const { sent, lost, refused, clientCuts: clients, databaseCuts: database, posts, faults } = outcome
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`sent      ${sent} requests for ${keys} keys, 20 clients each, in ${seconds} s`)
  console.log(`cut       ${clients.early} connections of clients early, ${clients.late} when the answer had come`)
  console.log(`          ${database.early} of the service to PostgreSQL early, ${database.late} after the commit`)
  console.log(`answers   ${lost} lost, ${refused} refused with 503, ${sent - lost - refused} others`)
  console.log(`posts     ${posts}`)
  return faults
})
