/** Lets one process at a time start or stop the embedded server. */
import { mkdirSync, readFileSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './place.ts'

// Files this process wrote: in a container the process before us may have had our process id.
const held = new Set<string>()

// Longer than any start or stop.
const LONGEST = 10 * 60_000

/** Does the work while no other process, and no other caller in this process, does any in the same home. */
export const locked = async <T>({ home, pid, log }: { home: string, pid: number, log: Log }, work: () => Promise<T>): Promise<T> => {
  const file = join(home, 'lock')
  for (let tries = 0; !taken(file, pid); tries++) {
    if (tries === 40) log(`Another process is starting or stopping the database in ${home}: waiting for it.`)
    await sleep(50)
  }
  try {
    return await work()
  } finally {
    held.delete(file)
    rmSync(file, { force: true })
  }
}

/** Whether a process runs; one that was killed and not yet noticed by its parent still does. */
export const isAlive = (pid: number) => {
  try {
    return pid > 0 && getPriority(pid) !== undefined
  } catch (error) {
    return !(error instanceof Error && error.message.includes('ESRCH'))
  }
}

const taken = (file: string, pid: number) => {
  try {
    writeFileSync(file, String(pid), { flag: 'wx' })
    held.add(file)
    return true
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('EEXIST'))) throw error
  }
  if (isAbandoned(file, pid)) clear(file, pid)
  return false
}

/** One process at a time, which looks again: the lock of a living process must not go with the dead one's. */
const clear = (file: string, pid: number) => {
  const guard = `${file}.clearing`
  try {
    mkdirSync(guard)
  } catch {
    return
  }
  if (isAbandoned(file, pid)) rmSync(file, { force: true })
  rmdirSync(guard)
}

const isAbandoned = (file: string, pid: number) => {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    // Empty for a moment, while its process writes it.
    const gone = holder === pid ? !held.has(file) : holder > 0 && !isAlive(holder)
    return gone || Date.now() - statSync(file).mtimeMs > LONGEST
  } catch {
    return false // It has just been given back.
  }
}
