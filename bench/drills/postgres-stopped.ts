/** PostgreSQL is stopped for 30 seconds under load. `npx tsx bench/drills/postgres-stopped.ts` */
import { faultDrill } from '../load/fault.ts'

await faultDrill(async ({ postgres: { kill, restart } }) => ({
  faults: [{ begin: kill, end: restart, seconds: 30, stops: 'reads and writes' }]
}))
