/**
 * Time limits, in milliseconds, of everything that needs the database, and how a caller waits for that long.
 * test/routes/operation/overload.test.ts checks how the limits depend on each other.
 */

/** A request is refused after this time at the latest. A frozen server reports no timeout itself. */
export const DEADLINE = 1950
/** A request waits this long for the change feed if cached values may be stale. */
export const READY_WAIT = 1000
/** A read waits this long for its turn; a write begins no statement after this time. */
export const READ_WAIT = 1000
export const WRITE_WAIT = 900
/** PostgreSQL cancels a statement after this time, by the pool that sent it. */
export const READ_TIMEOUT = 1500
export const WRITE_TIMEOUT = 1000
/** A statement waits this long for a lock. */
export const LOCK_TIMEOUT = 500

/** Time between two polls of the change feed if no notification arrives. */
export const POLL_INTERVAL = 500
/** A poll without an answer has failed after this time. */
export const POLL_TIMEOUT = 1400
/** The change feed connects again this long after a failed poll. */
export const RETRY_DELAY = 250
/** Cached values count as fresh for this long after the start of a poll. */
export const MAX_AGE = 950
/** After a longer outage than this, connections are replaced. */
export const LONG_OUTAGE = 3000
/** Rows of the table `changes` are kept for this long. */
export const RETENTION = 10 * 60 * 1000

/** Waits for a promise, but not longer than some milliseconds. */
export const waitAtMost = async (promise: Promise<unknown>, milliseconds: number) => {
  let timer: NodeJS.Timeout | undefined
  const elapsed = new Promise<void>((resolve) => {
    // setImmediate: after a long pause of this process, data that its sockets hold already is read first.
    timer = setTimeout(() => setImmediate(resolve), milliseconds).unref()
  })
  await Promise.race([promise, elapsed])
  clearTimeout(timer)
}

/**
 * Returns the result of a promise that settles within some milliseconds.
 * @throws the error that `timeoutError` creates if the promise takes longer
 */
export const withTimeout = async <T>(
  promise: PromiseLike<T>,
  milliseconds: number,
  timeoutError: () => Error
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    // setImmediate: after a long pause of this process, an answer that has arrived at the socket is still read first.
    timer = setTimeout(() => setImmediate(() => reject(timeoutError())), milliseconds)
  })
  try {
    return await Promise.race([promise, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** Time for which a process holds an item, such as a sync, without renewing the hold. */
export const HOLD = '10 seconds'
