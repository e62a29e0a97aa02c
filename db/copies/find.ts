/** Finds the copy of a post of another service. */
import type { Sql } from '../client.ts'
import type { Recorded, SourcePost } from './source-post.ts'
import type { Target } from './target.ts'

export interface Copy {
  readonly Post: number
  readonly State: Recorded
  /** The hash of the texts when they were copied. */
  readonly Hash: string
  /** The hash of the texts as they are now. */
  readonly CurrentHash: string
  /** Whether the position at the source differs from the one that is known here. */
  readonly IsMoved: boolean
  readonly Byline?: string
  readonly Order: string
  readonly IsPublished: boolean
  readonly IsPinned: boolean
  /** Whether a change of its texts waits for an editor. */
  readonly IsOffered: boolean
  /** Whether a change was refused. */
  readonly IsRefused: boolean
}

/**
 * Returns the copy of a post; undefined if there is none. The source's id finds it, or else its identity: a source that
 * was restored from a backup may have given the post another id, and its old id to another post.
 */
export const findCopy = async (sql: Sql, target: Target, post: SourcePost): Promise<Copy | undefined> => {
  const { Blog, Source } = target
  const uuid = post.uuid ?? null
  const byId = await sql<{ Post: number; IsSame: boolean }[]>`
    select post, coalesce(posts.uuid = ${uuid}::uuid, true) as is_same
    from copied_posts join posts on posts.id = copied_posts.post
    where copied_posts.blog = ${Blog} and source = ${Source} and foreign_id = ${post.id}`
  const [first] = byId
  if (first?.IsSame === true) return load(sql, target, post, first.Post)
  if (first !== undefined) await loseId(sql, first.Post)
  const [other] = await sql<[{ Post: number }?]>`
    update copied_posts set foreign_id = ${post.id}
    where source = ${Source} and post in (select id from posts where blog = ${Blog} and uuid = ${uuid}::uuid)
    returning post`
  return other && load(sql, target, post, other.Post)
}

/** Takes the id of a copy away, because the source uses it for another post. The identity of the post stays. */
const loseId = (sql: Sql, post: number) => sql`
  update copied_posts set foreign_id = 'lost ' || posts.uuid from posts where posts.id = post and post = ${post}`

const load = async (sql: Sql, { Sync }: Target, { position }: SourcePost, post: number): Promise<Copy | undefined> => {
  const [copy] = await sql<[Copy?]>`
    select copied_posts.post, copied_posts.state, hash, copy_hash(posts.type, content, meta) as current_hash,
      byline, "order"::text,
      is_published, is_pinned,
      coalesce(position is distinct from ${position ?? null}::numeric and ${position !== undefined}, false) as is_moved,
      coalesce(kind = 'offered', false) as is_offered, coalesce(kind = 'refused', false) as is_refused
    from copied_posts
    join posts on posts.id = copied_posts.post
    left join parked_changes on parked_changes.sync = ${Sync} and parked_changes.foreign_id = copied_posts.foreign_id
    where copied_posts.post = ${post}`
  return copy
}
