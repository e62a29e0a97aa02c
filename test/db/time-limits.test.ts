/** The time limits of everything that needs the database fit together. */
import t from 'tap'
import * as limits from '../../db/time-limits.ts'

const { DEADLINE, READY_WAIT, READ_WAIT, WRITE_WAIT, READ_TIMEOUT, WRITE_TIMEOUT, LOCK_TIMEOUT } = limits
const { POLL_INTERVAL, POLL_TIMEOUT, RETRY_DELAY, MAX_AGE, LONG_OUTAGE, RETENTION } = limits

/** Milliseconds that docs/operations.md promises for a refusal, and for a return after an outage. */
const [REFUSED, BACK] = [2000, 1000]

for (const [claim, smaller, larger] of [
  ['a request is refused in time', DEADLINE, REFUSED],
  ['/health/ready reports an outage in time', MAX_AGE + READY_WAIT, REFUSED],
  ['a write that was refused is not stored afterwards', WRITE_WAIT + WRITE_TIMEOUT, DEADLINE],
  ['a read that waited for its turn can still be answered', READ_WAIT, DEADLINE],
  ['a statement that waits for a lock says so, instead of being cancelled', LOCK_TIMEOUT, WRITE_TIMEOUT],
  ['a read is cancelled before its request is refused', READ_TIMEOUT, DEADLINE],
  ['cached values stay fresh from one poll to the next', POLL_INTERVAL, MAX_AGE],
  ['no response is older than a second', MAX_AGE, 1000],
  ['the response to a write knows whether its change was received', POLL_TIMEOUT, DEADLINE],
  ['the service is back in time', RETRY_DELAY, BACK],
  ['only a long outage lets statements hang on their connections', READ_TIMEOUT, LONG_OUTAGE],
  ['changes are kept until all processes have read them', LONG_OUTAGE, RETENTION]
] as const) {
  t.ok(smaller < larger, `${claim}: ${smaller} < ${larger} ms`)
}
