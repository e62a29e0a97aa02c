/** Queries for who is on a blog now. Each user has one lease in a blog, which ends unless it is renewed. */
import type { Static } from 'typebox'
import { MAX_PRESENCES, type Presence } from '../schemas/presence.ts'
import type { Sql } from './client.ts'

/** Duration of a lease, and the remaining time above which a renewal without news writes nothing. */
const LEASE = '40 seconds'
const FRESH = '30 seconds'
/** Maximum number of ended leases that a renewal removes. */
const MAX_SWEPT = 100

export type PresenceRow = Static<typeof Presence>

export const presences = (sql: Sql) => ({
  /**
   * Renews the lease of a user in a blog, and removes leases that have ended. A lease starts again if it has ended, or
   * is for another post than before. One statement, which only reads while the lease is fresh and for the same post:
   * pages repeat it every second or two to see who else is there.
   * @param postId the post that the user corrects; undefined if they only are on the blog
   * @returns everybody with a lease in the blog, the longest there first; undefined if the blog has no such post
   */
  async renew(blogId: number, userId: number, postId: number | undefined): Promise<PresenceRow[] | undefined> {
    const post = sql`${postId ?? null}::integer`
    const isLegal = sql`(${post} is null or exists (select from posts where id = ${post} and blog = ${blogId}))`
    // Leases that another renewal removes at this moment are skipped: two that wait for each other would deadlock.
    const rows = await sql<PresenceRow[]>`
      with swept as (
        delete from presences where (blog, "user") in (
          select blog, "user" from presences
          where ends_on <= now() and (blog, "user") <> (${blogId}, ${userId})
          limit ${MAX_SWEPT} for update skip locked
        )
      ), renewed as (
        insert into presences as lease (blog, "user", post, since, ends_on)
        select ${blogId}, ${userId}, ${post}, now(), now() + ${LEASE}::interval
        where ${isLegal} and not exists (
          select from presences
          where blog = ${blogId} and "user" = ${userId} and post is not distinct from ${post}
            and ends_on > now() + ${FRESH}::interval
        )
        on conflict (blog, "user") do update set
          post = excluded.post,
          ends_on = excluded.ends_on,
          since = case
            when lease.ends_on > now() and lease.post is not distinct from excluded.post then lease.since
            else excluded.since
          end
        returning blog, "user", post, since
      )
      select present.blog, present.post, present.since, present."user",
        coalesce(persons.full_name, users.name) as name
      from (
        select * from renewed
        union all
        select blog, "user", post, since from presences
        where blog = ${blogId} and ends_on > now() and ("user" <> ${userId} or not exists (select from renewed))
      ) as present
      join users on users.id = present."user"
      join persons on persons.id = present."user"
      where ${isLegal}
      order by present.since, present."user" limit ${MAX_PRESENCES}`
    return rows.length === 0 ? undefined : rows
  },

  /** Ends the lease of a user in a blog, if there is one. */
  async end(blogId: number, userId: number): Promise<void> {
    await sql`delete from presences where blog = ${blogId} and "user" = ${userId}`
  }
})
