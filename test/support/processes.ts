/** Finds the children of processes, and sends signals. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Sends a signal. Ignores that the process may have ended already. */
export const signalProcess = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('ESRCH'))) throw error
  }
}

/** Returns the ids of the processes that a process started. */
export const childrenOf = async (parent: number) => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parentPid]) => (parentPid === parent && pid !== undefined ? [pid] : []))
}
