/** Opens the database of a configuration: the one at its address, or one of the service's own. */
import { connect, type Pool } from './client.ts'

export interface OpenDatabase {
  sql: Pool
  /** Whether the service runs the database itself. */
  own: boolean
  /** Ends the connections and, where it is the service's own, the server. */
  close: () => Promise<void>
}

/**
 * @param databaseUrl address of a database, empty for one of the service's own
 * @param dataDir where the service's own database lies
 * @param pid the process that uses it
 * @throws Error whose message is a sentence
 */
export const openDatabase = async ({ databaseUrl, dataDir, max, pid, log }: {
  databaseUrl: string, dataDir: string, max: number, pid: number, log: (line: string) => void
}): Promise<OpenDatabase> => {
  if (databaseUrl !== '') {
    const sql = connect({ url: databaseUrl, max })
    return { sql, own: false, close: () => sql.end({ timeout: 5 }) }
  }
  const { openEmbedded } = await import('./embedded.ts')
  const embedded = await openEmbedded({ dataDir, pid, log })
  const sql = connect({ url: embedded.url, max })
  return {
    sql,
    own: true,
    close: async () => {
      await sql.end({ timeout: 5 })
      await embedded.close()
    }
  }
}
