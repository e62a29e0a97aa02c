/** Opens the database of a configuration: the one at its address, or one that the service runs itself. */
import { connect, type Pool } from './client.ts'

/** The settings that name a database. */
export interface Location {
  /** Address of a database; empty for one that the service runs itself. */
  DATABASE_URL: string
  /** Folder of the database that the service runs itself. */
  DATA_DIR: string
}

export interface OpenDatabase {
  sql: Pool
  /** Its address, with the password, for other processes. */
  url: string
  /** Its address without the password, or its folder, for the operator. */
  name: string
  /** Whether the service runs the database itself. */
  own: boolean
  /** Ends the connections and, if no other process uses it, the service's own server. */
  close: () => Promise<void>
}

interface Options {
  /** Maximum number of connections of this process. */
  max: number
  /** How many worker processes will open as many each. */
  workers?: number
  /** Whether to make a database where DATA_DIR has none. */
  create: boolean
  /** The process that uses the database. */
  pid: number
  log: (line: string) => void
}

/** @throws Error whose message is a sentence */
export const openDatabase = async (
  { DATABASE_URL, DATA_DIR }: Location, { max, workers = 0, create, pid, log }: Options
): Promise<OpenDatabase> => {
  if (DATABASE_URL !== '') {
    const sql = connect({ url: DATABASE_URL, max })
    return { sql, url: DATABASE_URL, name: withoutPassword(DATABASE_URL), own: false, close: () => sql.end({ timeout: 5 }) }
  }
  const { hasData, openEmbedded } = await import('./embedded/index.ts')
  if (!create && !await hasData(DATA_DIR)) {
    throw new Error(`There is no database in ${DATA_DIR}; set DATA_DIR or DATABASE_URL to the service's, or start it once`)
  }
  const settings = { max_connections: connectionsFor(max, workers) }
  const embedded = await openEmbedded({ dataDir: DATA_DIR, pid, settings, log })
  const sql = connect({ url: embedded.url, max })
  return {
    sql,
    url: embedded.url,
    name: embedded.dataDir,
    own: true,
    close: async () => {
      await sql.end({ timeout: 5 })
      await embedded.close()
    }
  }
}

/** PostgreSQL's default number of connections, or more: each process needs one besides its pool, and `desk` a few. */
const connectionsFor = (max: number, workers: number) => String(Math.max(100, (workers + 1) * (max + 1) + 20))

/** Drops everything from an address that may hold a password, its parameters too. */
const withoutPassword = (address: string) =>
  address.replace(/^(\w+:\/\/)(?:([^:@/?#]*)[^/?#]*@)?([^?#]*).*$/, (_all, scheme: string, user: string | undefined, rest: string) =>
    `${scheme}${user === undefined ? '' : `${user}@`}${rest}`)
