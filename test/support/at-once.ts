/** Lets tests run at the same time in their process, because they mostly wait. */
import t from 'tap'

t.jobs = 4

/**
 * Returns options of such a test, which needs its own data. Each test has its own object: tap writes the output of the
 * test into it, so that tests with the same object would show the output of one of them.
 * @param timeout maximum milliseconds of the test; by default, there is only the limit of the file
 */
export const atOnce = (timeout?: number) => ({ buffered: true, ...(timeout !== undefined && { timeout }) })
