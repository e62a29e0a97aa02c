/** Opens the database of a configuration: the one at its address, or one that the service runs itself. */
import type { Config } from '../schemas/config.ts'
import { connect, type Pool } from './client.ts'
import { findPrimary } from './primary.ts'

export interface OpenDatabase {
  sql: Pool
  /** Its address, with the password and all hosts, for other processes. */
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
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  options: Options
): Promise<OpenDatabase> => {
  const { max } = options
  const own = DATABASE_URL === '' ? await openOwn(DATA_DIR, options) : undefined
  const url = own?.url ?? DATABASE_URL
  const sql = connect({ url: await findPrimary(url), max })
  return {
    sql,
    url,
    name: own?.dataDir ?? withoutPassword(url),
    own: own !== undefined,
    close: async () => {
      await sql.end({ timeout: 5 })
      await own?.close()
    }
  }
}

const openOwn = async (dataDir: string, { max, workers = 0, create, pid, log }: Options) => {
  const { hasData, openEmbedded } = await import('./embedded/index.ts')
  if (!create && !(await hasData(dataDir))) {
    throw new Error(
      `There is no database in ${dataDir}; ` + "set DATA_DIR or DATABASE_URL to the service's, or start it once"
    )
  }
  return openEmbedded({ dataDir, pid, settings: { max_connections: connectionsFor(max, workers) }, log })
}

/**
 * PostgreSQL's default number of connections, or more. Besides its pool, each process has two connections for the
 * change feed: one asks, the other listens. Calls of `desk` need a few more.
 */
const connectionsFor = (max: number, workers: number) => String(Math.max(100, (workers + 1) * (max + 2) + 20))

/** Drops everything from an address that may hold a password, its parameters too. */
const withoutPassword = (address: string) => address.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/[^:@/]*)[^/]*@/, '$1@')
