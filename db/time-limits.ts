/** Limits how long a caller waits for a promise. */

/** Waits for a promise, but not longer than some milliseconds. */
export const waitAtMost = async (promise: Promise<void>, milliseconds: number) => {
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
