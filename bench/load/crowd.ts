/** Thousands of open streams of one blog, in separate processes: one process may not have as many open files. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { timeUntil } from '../stage/drill.ts'
import type { Ending } from '../stage/ending.ts'

/** Maximum number of streams of a process, which may have 20,000 open files on the smallest machines. */
export const MOST = 17_000

/** The streams that a process is to hold. */
export interface CrowdOrder {
  /** The services that have the blog. */
  readonly origins: readonly string[]
  /** Path of the list of posts. */
  readonly path: string
  readonly count: number
}

/** The streams of a process, or of all. */
export interface CrowdState {
  open: number
  /** Attempts that no service has accepted. */
  refused: number
  /** Streams that have ended. */
  lost: number
  /** Changes that came twice, or not at all. */
  faults: number
  /** Number of the newest change that a stream has received. */
  newest: number
  /** Streams that have received it. */
  haveNewest: number
  /** Milliseconds since 1970 when the last of them did. */
  at: number
}

export interface Crowd {
  readonly state: () => CrowdState
  /** Waits until all streams are open. Returns the milliseconds that it took; Infinity after a minute. */
  readonly untilOpen: () => Promise<number>
  /**
   * Waits until all streams have a change.
   * @returns milliseconds since 1970 when the last one had it; Infinity if that takes more than a minute
   */
  readonly untilReached: (change: number) => Promise<number>
  readonly close: () => void
}

/** Starts opening streams, each at the service that has the fewest of its process. */
export const gather = ({ teardown }: Ending, { count, ...order }: CrowdOrder): Crowd => {
  const program = fileURLToPath(new URL('crowd-process.ts', import.meta.url))
  const processes = Array.from({ length: Math.ceil(count / MOST) }, (_, index) => {
    const share = Math.min(MOST, count - index * MOST)
    const child = fork(program, [JSON.stringify({ ...order, count: share })], { execArgv: ['--import', 'tsx'] })
    const crowdProcess = { child, share, state: NOTHING }
    child.on('message', (state: CrowdState) => {
      crowdProcess.state = state
    })
    return crowdProcess
  })
  const close = () => {
    for (const { child } of processes) child.kill()
  }
  teardown(close)
  const state = () => processes.reduce((sum, crowdProcess) => added(sum, crowdProcess.state), NOTHING)
  const hasReached = (change: number) =>
    processes.every(({ share, state: { newest, haveNewest } }) => newest >= change && haveNewest === share)
  return {
    state,
    untilOpen: () => timeUntil(() => state().open === count),
    untilReached: async (change) => ((await timeUntil(() => hasReached(change))) === Infinity ? Infinity : state().at),
    close
  }
}

const NOTHING: CrowdState = { open: 0, refused: 0, lost: 0, faults: 0, newest: 0, haveNewest: 0, at: 0 }

const added = (a: CrowdState, b: CrowdState): CrowdState => ({
  open: a.open + b.open,
  refused: a.refused + b.refused,
  lost: a.lost + b.lost,
  faults: a.faults + b.faults,
  newest: Math.max(a.newest, b.newest),
  haveNewest: a.haveNewest + b.haveNewest,
  at: Math.max(a.at, b.at)
})
