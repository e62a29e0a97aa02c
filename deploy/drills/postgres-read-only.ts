/** PostgreSQL becomes read-only for 20 seconds under load. `npx tsx deploy/drills/postgres-read-only.ts` */
import { causeFault } from './fault.ts'
import { drill, serve } from './stage.ts'

await drill(async (stage) => {
  const { sql } = stage.postgres
  const begin = async () => {
    await sql`alter system set default_transaction_read_only = on`
    await sql`select pg_reload_conf()`
  }
  const end = async () => {
    await sql`alter system reset default_transaction_read_only`
    await sql`select pg_reload_conf()`
  }
  await causeFault(stage, await serve(stage), { begin, end, seconds: 20, refuses: true })
})
