/** Pins copies. A blog has at most three pinned posts, and its own pins count, too. */
import type { Sql } from '../client.ts'
import { fromJson, type Leftover, type SourcePost } from './source-post.ts'
import { past, type Target } from './target.ts'

export const MAX_PINNED = 3

const PINS_FULL = 'The post is pinned at its source, but three other posts are pinned here.'

/**
 * Returns the leftover of a change whose pin has no room.
 * @param other what else is left over; undefined if there is nothing. What is only lost is refused until there is room,
 *   so that an editor can apply the change
 */
export const withoutPin = (other: Leftover | undefined): Leftover =>
  other === undefined
    ? { kind: 'refused', reason: PINS_FULL }
    : { kind: other.kind === 'partial' ? 'refused' : other.kind, reason: `${other.reason} ${PINS_FULL}` }

/** Returns whether a post may be pinned: fewer than three other posts are. */
export const mayPin = async (sql: Sql, { Blog }: Target, post = 0): Promise<boolean> => {
  const { count } = await sql`select from posts where blog = ${Blog} and pinned_on is not null and id <> ${post}`
  return count < MAX_PINNED
}

/**
 * Returns when a copy was pinned. A time in the future becomes now, but the copy stays below those that its source
 * pinned later: the changes of a source whose clock is ahead can come in any order.
 */
export const pinTime = async (sql: Sql, target: Target, pinnedOn: Date | undefined, post = 0): Promise<Date> => {
  const { Blog, Source, Now } = target
  if (pinnedOn === undefined || pinnedOn <= Now) return past(pinnedOn, target)
  const [{ Time }] = await sql<[{ Time: Date }]>`
    select least(${Now}, min(pinned_on) - interval '1 millisecond') as time
    from copied_posts join posts on posts.id = copied_posts.post
    where copied_posts.blog = ${Blog} and source = ${Source} and post <> ${post} and pinned_on is not null
      and (state ->> 'pinnedOn')::timestamptz > ${pinnedOn}`
  return Time
}

/** Pins the copies for which there was no room until now. */
export const freePins = async (sql: Sql, target: Target): Promise<void> => {
  const waiting = await sql<{ Id: number; Post: number; Change: SourcePost }[]>`
    select parked_changes.id, post, change from parked_changes join posts on posts.id = post
    where sync = ${target.Sync} and reason like ${`%${PINS_FULL}`} and is_published and deleted_on is null
    order by parked_on, parked_changes.id`
  for (const { Id, Post, Change } of waiting) {
    if (!(await mayPin(sql, target, Post))) return
    const pinnedOn = await pinTime(sql, target, fromJson(Change).pinnedOn, Post)
    await sql`update posts set pinned_on = ${pinnedOn} where id = ${Post}`
    await sql`delete from parked_changes where id = ${Id} and reason = ${PINS_FULL}`
    await sql`
      update parked_changes set
        kind = case kind when 'refused' then 'partial' else kind end, reason = replace(reason, ${` ${PINS_FULL}`}, '')
      where id = ${Id}`
  }
}
