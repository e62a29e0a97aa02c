/** Holds: each says that one process works on an item, such as a sync. */
import type { Fragment, Sql } from './client.ts'
import { HOLD } from './time-limits.ts'

/**
 * Returns SQL that is true if nobody holds an item: its hold has ended, or ends so late that the clock must have gone
 * back since it was made. The process that made it may be gone.
 * @param heldUntil the end of the hold
 */
export const isFree = (sql: Sql, heldUntil: Fragment): Fragment =>
  sql`(${heldUntil} < now() or ${heldUntil} > now() + ${HOLD}::interval * 2)`
