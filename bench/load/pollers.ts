/** Thousands of open pages that follow a blog by polls, in a separate process. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Ending } from '../stage/ending.ts'

/** The pages that a process is to play. */
export interface PollersOrder {
  /** The cache that all of them ask. */
  readonly origin: string
  readonly blog: number
  readonly count: number
  /** Number of the newest change when the pages were opened. */
  readonly since: number
}

export interface PollersState {
  /** Requests for changes, and for the page itself. */
  readonly polls: number
  readonly reads: number
  /** Answers that were not 200, and connections that broke. */
  readonly failures: number
  /** Polls after which a page had missed a change. */
  readonly faults: number
  /** Number of the newest change that a page has, and the pages that have it. */
  readonly newest: number
  readonly haveNewest: number
  /** Milliseconds between a poll and its answer: the median and the 99th percentile of a sample. */
  readonly median: number
  readonly p99: number
}

/** Starts the pages: within half a minute, all of them poll. Returns a function that returns their state. */
export const gatherPollers = ({ teardown }: Ending, order: PollersOrder): (() => PollersState) => {
  const program = fileURLToPath(new URL('pollers-process.ts', import.meta.url))
  const child = fork(program, [JSON.stringify(order)], { execArgv: ['--import', 'tsx'] })
  teardown(() => {
    child.kill()
  })
  let state = NOTHING
  child.on('message', (reported: PollersState) => {
    state = reported
  })
  return () => state
}

const NOTHING: PollersState = {
  polls: 0,
  reads: 0,
  failures: 0,
  faults: 0,
  newest: 0,
  haveNewest: 0,
  median: 0,
  p99: 0
}
