/** PostgreSQL becomes read-only for 20 seconds under load. `npx tsx bench/drills/postgres-read-only.ts` */
import { faultDrill } from '../load/fault.ts'

await faultDrill(async ({ postgres: { sql } }) => {
  const reload = () => sql`select pg_reload_conf()`
  const begin = () => sql`alter system set default_transaction_read_only = on`.then(reload)
  const end = () => sql`alter system reset default_transaction_read_only`.then(reload)
  return { faults: [{ begin, end, seconds: 20, stops: 'writes' }] }
})
