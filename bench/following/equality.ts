/** Queries that compare a blog with its copy. */
import type { Sql } from '../../db/client.ts'

/**
 * Returns the posts of a blog as readers see them, the highest first: texts, types, authors, times, pins, key points.
 * @param without identity of a post that is left out
 */
export const shownPosts = (sql: Sql, blog: number, without?: string) => sql<Record<string, unknown>[]>`
  select content, meta, type, author_name, is_key_point, uuid,
    date_trunc('milliseconds', created_on) as created_on, date_trunc('milliseconds', published_on) as published_on,
    date_trunc('milliseconds', updated_on) as updated_on, date_trunc('milliseconds', pinned_on) as pinned_on
  from post_rows
  where blog = ${blog} and published_on is not null and deleted_on is null
    and uuid is distinct from ${without ?? null}::uuid
  order by "order" desc`

/** Returns the state of each post of a blog, by its identity: published, withdrawn or deleted. */
const statesOf = async (sql: Sql, blog: number): Promise<ReadonlyMap<string, string>> => {
  const rows = await sql<{ Uuid: string; State: string }[]>`
    select uuid, case
      when deleted_on is not null then 'deleted' when published_on is null then 'withdrawn' else 'published'
    end as state
    from posts where blog = ${blog}`
  return new Map(rows.map(({ Uuid, State }) => [Uuid, State]))
}

/** Returns the identities of copies whose state is not that of their post. A post that is gone has a deleted copy. */
export const strayCopies = async (
  [theirs, source]: readonly [Sql, number],
  [ours, copy]: readonly [Sql, number]
): Promise<readonly string[]> => {
  const [there, here] = await Promise.all([statesOf(theirs, source), statesOf(ours, copy)])
  return [...here].flatMap(([uuid, state]) => (state === (there.get(uuid) ?? 'deleted') ? [] : [uuid]))
}
