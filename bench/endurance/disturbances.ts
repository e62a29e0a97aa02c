/** Disturbances of the notifications by which processes learn of changes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../db/client.ts'

/** Each runs until `isOver` returns true. `lossy` stays until the end of the database. */
export const disturbances = {
  none: async () => {},
  /** Closes all listening connections several times a second. */
  deaf: async (sql: Pool, isOver: () => boolean) => {
    while (!isOver()) {
      await sleep(Math.random() * 600)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`
    }
  },
  /** Drops the notifications of three in ten changes. The changes are still recorded. */
  lossy: async (sql: Pool) => {
    const lossy = 'if random() > 0.3 then notify desk_changes; end if;'
    const [{ Source }] = await sql<[{ Source: string }]>`
      select replace(pg_get_functiondef('note_change'::regproc), 'notify desk_changes;', ${lossy}) as source`
    if (!Source.includes(lossy)) throw new Error(`note_change() does not notify as expected: ${Source}`)
    await sql.unsafe(Source)
  }
} as const
