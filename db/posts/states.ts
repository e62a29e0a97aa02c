/** Which posts of a blog a list shows, in SQL. */
import type { Fragment, Sql } from '../client.ts'
import { allOf, holding } from '../criteria.ts'

/** Which posts of a blog a list shows. */
export type PostState = 'all' | 'published' | 'unpublished'

/** What narrows a list besides its state and its query. */
export interface PostScope {
  author?: number
  creator?: number
  type?: string
  /** Only what readers wrote. */
  comments?: boolean
  /** Only what comes from the blog's sources of this type. */
  chain?: string
  /** Only what the members of this group wrote. */
  group?: number
}

/** What belongs to a state. */
export interface StateFragments {
  /** Whether a post is in a plain list. */
  listed: Fragment
  /** Whether a post is in a list that follows changes, which also shows what left it. */
  followed: Fragment
  /** The blog's own count of listed posts. */
  count: Fragment
  /** The newest change that such a list knows of, on the blog's row. */
  newest: Fragment
}

/** The fragments of each state. */
export const postStates = (sql: Sql): Readonly<Record<PostState, StateFragments>> => {
  const every = { followed: sql`true`, newest: sql`blogs.last_c_id` }
  return {
    all: { ...every, listed: sql`deleted_on is null`, count: sql`blogs.post_count` },
    published: {
      listed: sql`deleted_on is null and published_on is not null`,
      followed: sql`was_published`,
      count: sql`blogs.published_count`,
      newest: sql`blogs.published_c_id`
    },
    unpublished: {
      ...every,
      listed: sql`deleted_on is null and published_on is null`,
      count: sql`blogs.post_count - blogs.published_count`
    }
  }
}

/** The condition of a scope on rows that have an author, a creator and a type. */
export const scoped = (
  sql: Sql,
  blogId: number,
  { author, creator, type, comments, chain, group }: PostScope
): Fragment =>
  allOf(sql, [
    holding(sql, { author, creator, type }),
    comments && ofSources(sql, sql`sources.type = 'comment'`),
    chain !== undefined &&
      ofSources(
        sql,
        sql`sources.type = ${chain}
    and sources.id in (select source from blog_sources where blog_sources.blog = ${blogId})`
      ),
    group !== undefined &&
      sql`author in (
    select collaborator from blog_collaborator_group_members where "group" = ${group})`
  ])

/** The condition of posts whose author is a collaborator of some sources. */
export const ofSources = (sql: Sql, sources: Fragment): Fragment => sql`author in (
  select collaborators.id from collaborators join sources on sources.id = collaborators.source where ${sources})`
