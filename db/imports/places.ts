/** Places imported posts: those with the same position at their source become neighbours. */
import type { Fragment, Sql } from '../client.ts'

/** The order in which a source lists posts decides which of two posts with the same position is above. */
export interface Placing {
  /** Number that is added to the positions of the source. */
  readonly shift: string
  readonly newestFirst: boolean
}

/** Returns SQL for the place of a post among those that have the same position. */
export const placeOf = (sql: Sql, blog: number, { newestFirst }: Placing): Fragment =>
  newestFirst ? below(sql, blog) : above(sql, blog)

/** Distance of the positions of posts that have the same position at their source, and the room for such posts. */
const STEP = '0.000000001'
const ROOM = '0.0005'

const isTaken = (sql: Sql, blog: number): Fragment =>
  sql`(select id from posts where blog = ${blog} and "order" = wanted) is not null`

/** Returns SQL for the place of a post above those with the same position. */
const above = (sql: Sql, blog: number): Fragment => sql`case
  when row_number() over same = 1 and not ${isTaken(sql, blog)} then wanted
  else coalesce(
    (select max("order") from posts where blog = ${blog} and "order" >= wanted and "order" < wanted + ${ROOM}::numeric),
    wanted
  ) + ${STEP}::numeric * row_number() over same end`

/** Returns SQL for the place of a post below those with the same position. */
const below = (sql: Sql, blog: number): Fragment => sql`case
  when row_number() over same = 1 and not ${isTaken(sql, blog)} then wanted
  else coalesce(
    (select min("order") from posts where blog = ${blog} and "order" <= wanted and "order" > wanted - ${ROOM}::numeric),
    wanted
  ) - ${STEP}::numeric * row_number() over same end`
