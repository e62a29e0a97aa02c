/** How many statements PostgreSQL is sent, by its own log. */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'

/** For the server's processes to read their settings again. */
const SETTLE = 500

/** What is counted, and over how many seconds. */
export interface Counted { readonly statements: number, readonly seconds: number }

/** Counts the statements that are sent while something runs. */
export const countStatements = async (databaseUrl: string, log: string, run: () => Promise<unknown>): Promise<Counted> => {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    await sql`alter system set log_statement = 'all'`
    await sql`select pg_reload_conf()`
    await sleep(SETTLE)
    // A statement that shows in the log that it is logged, and where the counting begins.
    await sql`select 'counted from here'`
    const begin = performance.now()
    await run()
    const seconds = (performance.now() - begin) / 1000
    const [, ...parts] = (await readFile(log, 'utf8')).split("select 'counted from here'")
    const after = parts.at(-1)
    if (after === undefined) throw new Error(`PostgreSQL does not log its statements to ${log}.`)
    return { statements: after.match(/LOG: {2}(?:statement|execute) /g)?.length ?? 0, seconds }
  } finally {
    await sql`alter system reset log_statement`
    await sql`select pg_reload_conf()`
    await sql.end()
  }
}
