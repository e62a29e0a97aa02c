/** Whether the database answers. */
import type { Sql } from './client.ts'

/** Resolves when the database answers, rejects when it does not. */
export const ping = async (sql: Sql): Promise<void> => { await sql`select 1` }
