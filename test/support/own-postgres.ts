/** A PostgreSQL of a test's own, which it may freeze, kill and start again. */
import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { connect, type Pool } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/index.ts'
import { SETTINGS } from './database.ts'

/** A commit that was answered outlives a killed server; without this, it would forget the last ones. */
const DURABLE = { ...SETTINGS, synchronous_commit: 'on' }

export interface OwnPostgres {
  url: string
  /** Connections of the test's own. */
  sql: Pool
  /** Stops every process of the server where it is: connections stay open, and nothing answers. */
  freeze: () => Promise<void>
  thaw: () => Promise<void>
  /** Kills every process of the server. */
  kill: () => Promise<void>
  /** Starts the server again on the same port, and waits until it takes connections. */
  restart: () => Promise<void>
}

/** @param settings of the server; by default those of tests, which a killed server survives but not a power cut */
export const ownPostgres = async (
  t: Pick<Test, 'teardown'>,
  settings: Readonly<Record<string, string>> = DURABLE
): Promise<OwnPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-outage-'))
  await chmod(folder, 0o755) // When we are root, PostgreSQL is not.
  const { url, dataDir, close } = await openEmbedded({
    dataDir: folder,
    pid: process.pid,
    settings,
    log: () => {}
  })
  const data = join(dataDir, 'postgresql', 'data')
  const sql = connect({ url, max: 3 })
  let frozen: number[] = []

  const signalAll = async (signal: NodeJS.Signals) => {
    const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    const pids = [postmaster, ...(await childrenOf(postmaster))]
    for (const pid of pids) signalOne(pid, signal)
    return pids
  }
  const thaw = async () => {
    for (const pid of frozen) signalOne(pid, 'SIGCONT')
    frozen = []
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
    while (!(await takesConnections(url))) {
      await sleep(50)
      // A child of the killed server may not have ended yet; the new one then refuses to start.
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
      frozen = await signalAll('SIGSTOP')
    },
    kill: async () => {
      await signalAll('SIGKILL')
    }
  }
}

/** A process may have ended by itself. */
const signalOne = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('ESRCH'))) throw error
  }
}

const childrenOf = async (parent: number) => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, of]) => (of === parent && pid !== undefined ? [pid] : []))
}

const takesConnections = async (url: string) => {
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
