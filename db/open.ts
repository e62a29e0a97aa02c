/** Opens the database of a configuration: the one at its address, or one of the service's own. */
import { connect, type Pool } from './client.ts'

export interface OpenDatabase {
  sql: Pool
  /** Where other processes find it too. */
  url: string
  /** Whether the service runs the database itself. */
  own: boolean
  /** Ends the connections and, where it is the service's own, the server. */
  close: () => Promise<void>
}

/**
 * @param databaseUrl address of a database, empty for one of the service's own
 * @param dataDir where the service's own database lies
 * @param max most connections of this process
 * @param workers how many processes will open as many each
 * @param pid the process that uses it
 * @throws Error whose message is a sentence
 */
export const openDatabase = async ({ databaseUrl, dataDir, max, workers = 0, pid, log }: {
  databaseUrl: string, dataDir: string, max: number, workers?: number, pid: number, log: (line: string) => void
}): Promise<OpenDatabase> => {
  if (databaseUrl !== '') {
    const sql = connect({ url: databaseUrl, max })
    return { sql, url: databaseUrl, own: false, close: () => sql.end({ timeout: 5 }) }
  }
  const { openEmbedded } = await import('./embedded/index.ts')
  const embedded = await openEmbedded({ dataDir, pid, settings: { max_connections: connectionsFor(max, workers) }, log })
  const sql = connect({ url: embedded.url, max })
  return {
    sql,
    url: embedded.url,
    own: true,
    close: async () => {
      await sql.end({ timeout: 5 })
      await embedded.close()
    }
  }
}

/** As many connections as PostgreSQL takes by itself, or as the processes need, each with one more to hear changes, and some for `desk`. */
const connectionsFor = (max: number, workers: number) => String(Math.max(100, (workers + 1) * (max + 1) + 20))
