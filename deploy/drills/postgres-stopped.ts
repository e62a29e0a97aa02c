/** PostgreSQL is stopped for 30 seconds under load. `npx tsx deploy/drills/postgres-stopped.ts` */
import { causeFault } from './fault.ts'
import { drill, serve } from './stage.ts'

await drill(async (stage) => {
  const { kill, restart } = stage.postgres
  await causeFault(stage, await serve(stage), { begin: kill, end: restart, seconds: 30, refuses: true })
})
