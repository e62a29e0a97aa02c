/** A PostgreSQL server for one test, which the test can freeze, kill and restart. */
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { connect, type Pool } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/index.ts'
import { SETTINGS, TEMPORARY } from './server.ts'
import { childrenOf, signalProcess } from './processes.ts'

/** With `synchronous_commit`, confirmed commits survive when the test kills the server. */
const DURABLE = { ...SETTINGS, synchronous_commit: 'on' }

export interface OwnPostgres {
  url: string
  /** Connections for the test. */
  sql: Pool
  /** Pauses every process of the server: connections stay open, but the server does not respond. */
  freeze: () => Promise<void>
  thaw: () => Promise<void>
  /** Kills every process of the server. */
  kill: () => Promise<void>
  /** Starts the server again on the same port, and waits until it accepts connections. */
  restart: () => Promise<void>
}

/**
 * Starts the server.
 * @param settings settings of PostgreSQL; with the default, committed data survives a kill, but not a power failure
 */
export const ownPostgres = async (
  t: Pick<Test, 'teardown'>,
  settings: Readonly<Record<string, string>> = DURABLE
): Promise<OwnPostgres> => {
  const folder = await mkdtemp(join(TEMPORARY, 'desk-outage-'))
  // PostgreSQL runs under another account if the test runs as root; it must be able to read the folder.
  await chmod(folder, 0o755)
  const { url, dataDir, close } = await openEmbedded({
    dataDir: folder,
    pid: process.pid,
    settings,
    log: () => {}
  })
  const data = join(dataDir, 'postgresql', 'data')
  const sql = connect({ url, max: 3 })
  let frozenPids: number[] = []

  const signalAll = async (signal: NodeJS.Signals) => {
    const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    // Process id 0 means this process and all others of its group.
    if (!(postmaster > 1)) throw new Error('PostgreSQL has no pid file')
    const pids = [postmaster, ...(await childrenOf(postmaster))]
    for (const pid of pids) signalProcess(pid, signal)
    return pids
  }
  const thaw = async () => {
    for (const pid of frozenPids) signalProcess(pid, 'SIGCONT')
    frozenPids = []
  }
  const restart = async () => {
    const [program = '', ...parameters] = [
      ...(await readFile(join(data, 'postmaster.opts'), 'utf8')).matchAll(/"([^"]*)"|[^\s"]+/g)
    ].map(([word, quoted]) => quoted ?? word)
    const { uid, gid } = await stat(data)
    const spawnServer = () => {
      const child = spawn(program, parameters, { uid, gid, cwd: data, detached: true, stdio: 'ignore' })
      child.unref()
      return child
    }
    let child = spawnServer()
    while (!(await acceptsConnections(url))) {
      await sleep(50)
      // While a child of the killed server is still running, the new server refuses to start.
      if (child.exitCode !== null) child = spawnServer()
    }
  }

  t.teardown(async () => {
    await thaw()
    await sql.end({ timeout: 1 })
    await close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url,
    sql,
    thaw,
    restart,
    freeze: async () => {
      frozenPids = await signalAll('SIGSTOP')
    },
    kill: async () => {
      await signalAll('SIGKILL')
    }
  }
}

const acceptsConnections = async (url: string) => {
  const sql = connect({ url, max: 1 })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 0 })
  }
}
