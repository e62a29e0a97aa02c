/**
 * Every answer of PostgreSQL is 0.2 seconds late, and then three seconds late, each for 20 seconds under load.
 * `npx tsx bench/drills/postgres-slow.ts`
 */
import { faultDrill } from '../load/fault.ts'
import { startProxy } from '../stage/proxy.ts'

await faultDrill(async ({ end, postgres }) => {
  const { url, delay } = await startProxy(end, postgres.url)
  const lateBy = (milliseconds: number, stops: 'nothing' | 'reads and writes') => ({
    begin: async () => delay(milliseconds),
    end: async () => delay(0),
    seconds: 20,
    stops
  })
  return { faults: [lateBy(200, 'nothing'), lateBy(3000, 'reads and writes')], settings: { DATABASE_URL: url } }
})
