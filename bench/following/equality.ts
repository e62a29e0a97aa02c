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

interface PostState {
  readonly Uuid: string
  readonly State: 'published' | 'withdrawn' | 'deleted'
  /** The id of the post at the source. */
  readonly ForeignId: string
}

const statesOf = (sql: Sql, blog: number) => sql<PostState[]>`
  select uuid, coalesce(foreign_id, id::text) as foreign_id, case
    when deleted_on is not null then 'deleted' when published_on is null then 'withdrawn' else 'published'
  end as state
  from posts left join copied_posts on copied_posts.post = posts.id where posts.blog = ${blog}`

/**
 * Returns the identities of copies whose state is not that of their post. A post that is gone has a deleted copy,
 * unless its id belongs to another post that is withdrawn: lists do not tell the identity of those.
 */
export const strayCopies = async (
  [theirs, source]: readonly [Sql, number],
  [ours, copy]: readonly [Sql, number]
): Promise<readonly string[]> => {
  const [there, here] = await Promise.all([statesOf(theirs, source), statesOf(ours, copy)])
  const states = new Map(there.map(({ Uuid, State }) => [Uuid, State]))
  const withdrawnIds = new Set(there.flatMap(({ ForeignId, State }) => (State === 'withdrawn' ? [ForeignId] : [])))
  return here.flatMap(({ Uuid, State, ForeignId }) => {
    const mayBeWithdrawn = !states.has(Uuid) && State === 'withdrawn' && withdrawnIds.has(ForeignId)
    return State === (states.get(Uuid) ?? 'deleted') || mayBeWithdrawn ? [] : [Uuid]
  })
}
