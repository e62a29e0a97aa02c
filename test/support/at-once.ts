/** Lets tests run beside each other in their process, because they mostly wait. */
import t from 'tap'

t.jobs = 4

/** Options of such a test. It needs its own data. */
export const atOnce = { buffered: true }
