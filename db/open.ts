/** Opens the database that the settings name: the one at DATABASE_URL, or an embedded server in DATA_DIR. */
import type { Config } from '../schemas/config.ts'
import type { Client } from '../schemas/audit-entry.ts'
import { connect, requestPool } from './client.ts'
import { findPrimary } from './primary.ts'
import { messageOf } from '../schemas/language/errors.ts'

export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>

interface Options {
  /** Client to which the audit trail ascribes changes. */
  client: Client
  /** Maximum number of connections of this process. */
  max: number
  /** Whether to create a database if DATA_DIR has none. */
  create: boolean
  /** Id of the process that uses the database. */
  pid: number
  log: (line: string) => void
}

/** Seconds in which a connection must be open: a start or a command may meet a machine that is overloaded. */
const CONNECT_TIMEOUT = 10

/**
 * Opens the database.
 * @throws Error with a message for the operator if the embedded server can't be opened, or a pooler shares sessions
 */
export const openDatabase = async (
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  options: Options
) => {
  const { client, max } = options
  const embedded = DATABASE_URL === '' ? await openEmbeddedServer(DATA_DIR, options) : undefined
  const url = embedded?.url ?? DATABASE_URL
  const primary = await findPrimary(url)
  if (embedded === undefined) await requireSessions(primary)
  // While commands run, connections are lasting: one that was not used for a minute would end those that are.
  const isLasting = client === 'command'
  const pool = requestPool({ url: primary, client, max, isLasting, connectTimeout: CONNECT_TIMEOUT })
  return {
    sql: pool.sql,
    /** Returns a pool of one connection, which stays open until the caller ends it, with its temporary tables. */
    session: () => connect({ url: primary, client, max: 1, isLasting: true, connectTimeout: CONNECT_TIMEOUT }),
    /** PostgreSQL address with the password and all hosts. */
    url,
    /** Address without the password, or the folder of the embedded server; shown to the operator. */
    name: embedded?.dataDir ?? withoutPassword(url),
    isEmbedded: embedded !== undefined,
    /** Closes the connections, and stops the embedded server if no other process uses it. */
    close: async () => {
      await pool.end(5)
      await embedded?.close()
    }
  }
}

const openEmbeddedServer = async (dataDir: string, { max, create, pid, log }: Options) => {
  const { hasData, openEmbedded } = await import('./embedded/index.ts')
  if (!create && !(await hasData(dataDir))) {
    throw new Error(
      `There is no database in ${dataDir}; set DATA_DIR or DATABASE_URL as for the service, or start the service once`
    )
  }
  return openEmbedded({ dataDir, pid, settings: { max_connections: connectionsFor(max) }, log })
}

/**
 * @throws Error if the database can't be reached, or two open connections have the same session: a pooler would mix
 *   their statements
 */
const requireSessions = async (url: string): Promise<void> => {
  const open = () => connect({ url, max: 1, connectTimeout: CONNECT_TIMEOUT })
  const pools = [open(), open()]
  const pids = new Set<number | undefined>()
  try {
    for (const sql of pools) {
      const [row] = await sql<{ Pid: number }[]>`select pg_backend_pid() as pid`
      pids.add(row?.Pid)
    }
  } catch (error) {
    // The error may name the host only, which may be that of another setting.
    throw new Error(`The database of DATABASE_URL cannot be used: ${messageOf(error)}`, { cause: error })
  } finally {
    for (const sql of pools) void sql.end({ timeout: 0 })
  }
  if (pids.size < pools.length) {
    throw new Error('A pooler shares sessions between connections, and Desk needs its own: set pool_mode = session')
  }
}

/**
 * Returns the setting `max_connections`: 100 as in PostgreSQL's default, or more if needed. The service has its pool
 * and two connections of the change feed: one polls, the other listens. Calls of `desk` need a few more.
 */
const connectionsFor = (max: number) => String(Math.max(100, max + 22))

/** Removes the password and the parameters, which may contain one too, from an address. */
const withoutPassword = (address: string) =>
  address.replace(/[?#][^]*/, '').replace(/^(\w+:\/\/[^:@/]*)(?:[:@][^/]*)?@/, '$1@')
