/** A PostgreSQL server of a run, which it can freeze, kill and restart. */
import { execFile, spawn } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect, type Pool } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/index.ts'
import { temporaryFolder, type Ending } from './ending.ts'

export interface OwnPostgres {
  readonly url: string
  readonly sql: Pool
  /** Pauses every process of the server: connections stay open, but the server does not respond. */
  readonly freeze: () => Promise<void>
  readonly thaw: () => Promise<void>
  /** Kills every process of the server. */
  readonly kill: () => Promise<void>
  /** Starts the server again on the same port, and waits until it accepts connections. */
  readonly restart: () => Promise<void>
}

/** Starts the server. Commits are written to the disk, and several services can connect. */
export const ownPostgres = async (end: Ending): Promise<OwnPostgres> => {
  const opening = openEmbedded({
    dataDir: await temporaryFolder(end),
    pid: process.pid,
    settings: { max_connections: '200' },
    log: () => {}
  })
  let frozenPids: readonly number[] = []
  const thaw = async () => {
    for (const pid of frozenPids) signal(pid, 'SIGCONT')
    frozenPids = []
  }
  // Registered before the server has started, so that it is also stopped if the run is interrupted during the start.
  end.teardown(async () => {
    const { close, dataDir } = await opening
    await thaw()
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const { url, dataDir } = await opening
  const sql = connect({ url, max: 8 })
  end.teardown(() => sql.end({ timeout: 1 }))
  const data = join(dataDir, 'postgresql', 'data')

  const signalAll = async (name: NodeJS.Signals) => {
    const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    // Process id 0 means this process and all others of its group.
    if (!(postmaster > 1)) throw new Error('PostgreSQL has no pid file')
    const pids = [postmaster, ...(await childrenOf(postmaster))]
    for (const pid of pids) signal(pid, name)
    return pids
  }
  const restart = async () => {
    const [program = '', ...parameters] = [
      ...(await readFile(join(data, 'postmaster.opts'), 'utf8')).matchAll(/"([^"]*)"|[^\s"]+/g)
    ].map(([word, quoted]) => quoted ?? word)
    const { uid, gid } = await stat(data)
    const spawnServer = () => spawn(program, parameters, { uid, gid, cwd: data, detached: true, stdio: 'ignore' })
    let child = spawnServer()
    while (!(await isAnswered(sql`select 1`))) {
      await sleep(50)
      // While a child of the killed server is still running, the new server refuses to start.
      if (child.exitCode !== null) child = spawnServer()
    }
    child.unref()
  }
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

const isAnswered = (query: Promise<unknown>) =>
  query.then(
    () => true,
    () => false
  )

/** Sends a signal. Ignores that the process may have ended already. */
const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('ESRCH'))) throw error
  }
}

const childrenOf = async (parent: number) => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parentPid]) => (parentPid === parent && pid !== undefined ? [pid] : []))
}
