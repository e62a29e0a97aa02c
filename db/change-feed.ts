/**
 * The change feed: reports which tags have changed in the database, whichever process made the change, and that a
 * scheduled draft is due. It polls, at once when a change notifies the channel `desk_changes`.
 */
import { changesSince, sweep, type Position, type Tag } from './changes.ts'
import { connect, type Pool } from './client.ts'
import { findPrimary } from './primary.ts'
import { POLL_INTERVAL, POLL_TIMEOUT, RETENTION, RETRY_DELAY, waitAtMost, withTimeout } from './time-limits.ts'

export type Feed = ReturnType<typeof followChanges>

export interface Listener {
  /** Called with the address of the primary before its first poll. */
  readonly onPrimary: (url: string) => void
  readonly onChange: (tags: ReadonlySet<Tag>) => void
  /** Called after each poll that finds a scheduled draft whose time has come. */
  readonly onDue: () => void
  /** Called when a poll fails, but not again until one has succeeded. */
  readonly onUnreachable: (error: unknown) => void
  /**
   * Called when a poll succeeds after others failed.
   * @param after milliseconds since the last successful poll; 0 if no poll has succeeded before
   */
  readonly onRecovered: (after: number) => void
}

/** Returns a promise with its resolve function. */
const signal = () => {
  let resolve = () => {}
  const promise = new Promise<void>((_resolve) => {
    resolve = _resolve
  })
  return { promise, resolve }
}

/**
 * Polls a database for changes until it is closed, on connections that requests don't use. Reconnects after a
 * failed poll.
 * @param url PostgreSQL address; of several hosts, the primary is polled
 */
export const followChanges = (url: string, { onPrimary, onChange, onDue, onUnreachable, onRecovered }: Listener) => {
  const closing = new AbortController()
  let isUnreachable = false
  let position: Position | undefined
  let sweptUpTo: Position | undefined
  let isSweeping = false
  // Resolved to poll before the interval has passed.
  let wakeUp = signal()
  // Resolved when the next poll to begin has finished.
  let pollEnd = signal()

  const poll = async (sql: Pool) => {
    const thisPollEnd = pollEnd
    pollEnd = signal()
    wakeUp = signal()
    const [at, clock] = [performance.now(), Date.now()]
    try {
      const { tags, isDue, ...newPosition } = await withPollTimeout(changesSince(sql, position))
      if (isUnreachable) onRecovered(position === undefined ? 0 : at - position.at)
      isUnreachable = false
      position = { at, clock, ...newPosition }
      if (tags.size > 0) onChange(tags)
      if (isDue) onDue()
    } finally {
      thisPollEnd.resolve()
    }
  }

  /**
   * Begins to delete old changes. No poll waits for it, or fails with it: a database that refuses writes, or whose
   * commits wait for a standby that is away, answers all the same. The next sweep deletes the rest.
   */
  const startSweep = (sql: Pool, upTo: Position) => {
    if (isSweeping) return
    isSweeping = true
    const end = () => {
      isSweeping = false
    }
    sweep(sql, upTo).then(end, end)
  }

  const pollUntilFailure = async (sql: Pool) => {
    await withPollTimeout(sql.listen('desk_changes', () => wakeUp.resolve()))
    while (!closing.signal.aborted) {
      await poll(sql)
      sweptUpTo ??= position
      if (position !== undefined && sweptUpTo !== undefined && position.at - sweptUpTo.at > RETENTION) {
        startSweep(sql, sweptUpTo)
        sweptUpTo = position
      }
      await waitAtMost(wakeUp.promise, POLL_INTERVAL)
    }
  }

  const pollPrimary = async () => {
    const primary = await withPollTimeout(findPrimary(url))
    onPrimary(primary)
    // The second connection is opened if a poll meets a sweep that has not ended.
    const sql = connect({ url: primary, max: 2 })
    try {
      await pollUntilFailure(sql)
    } finally {
      // Also ends the listening connection. Not awaited: a frozen server must not delay the next connection.
      void sql.end({ timeout: 0 })
    }
  }

  const polling = (async () => {
    while (!closing.signal.aborted) {
      await pollPrimary().catch((error: unknown) => {
        if (!isUnreachable) onUnreachable(error)
        isUnreachable = true
      })
      pollEnd.resolve()
      pollEnd = signal()
      wakeUp = signal()
      if (!closing.signal.aborted) await waitAtMost(wakeUp.promise, RETRY_DELAY)
    }
  })()

  return {
    /**
     * Returns the start of the last successful poll, in milliseconds of `performance.now()`. All changes committed
     * before then have been reported.
     */
    completeAt: () => position?.at ?? -Infinity,
    /** Returns whether the last successful poll saw this `pg_snapshot`, so that all its changes have been reported. */
    hasReported: (snapshot: string) => snapshot === position?.snapshot,
    /** Returns whether the last poll failed. */
    isUnreachable: () => isUnreachable,
    /** Polls at once. Resolves when a poll that began after this call has succeeded or failed. */
    nextPoll: () => {
      wakeUp.resolve()
      return pollEnd.promise
    },
    close: () => {
      closing.abort()
      wakeUp.resolve()
      return polling
    }
  }
}

/** Rejects if the database doesn't answer in time: a frozen server keeps the connection open and never answers. */
const withPollTimeout = <T>(answer: PromiseLike<T>): Promise<T> =>
  withTimeout(answer, POLL_TIMEOUT, () => new Error(`The database did not answer within ${POLL_TIMEOUT} ms`))
