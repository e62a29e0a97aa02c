/** Positions in lists that are ordered by a time, the latest first, and by id. Links to the next page contain them. */
import type { Fragment, Sql } from './client.ts'

/** The last item of a page: microseconds since 1970, and the id. */
export interface Cursor {
  readonly microseconds: string
  readonly id: number
}

/** Returns SQL for the text of the cursor of a row. */
export const cursorOf = (sql: Sql, time: Fragment, id: Fragment): Fragment =>
  sql`(extract(epoch from ${time}) * 1000000)::bigint || '-' || ${id}`

/** Returns the condition that a row comes after a cursor; true without one. */
export const isBeyond = (sql: Sql, time: Fragment, id: Fragment, cursor: Cursor | undefined): Fragment =>
  cursor === undefined
    ? sql`true`
    : sql`(${time}, ${id}) < (
        timestamptz 'epoch' + ${cursor.microseconds}::bigint * interval '1 microsecond', ${cursor.id}::integer)`
