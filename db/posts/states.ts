/** SQL conditions that select the posts of a list. */
import type { Fragment, Sql } from '../client.ts'
import { allOf, hasValues } from '../criteria.ts'

/** Selects the posts of a list: all that are not deleted, the published ones, or the drafts. */
export type PostState = 'all' | 'published' | 'unpublished'

/** Limits a list to some posts, in addition to its state and its query. */
export interface PostScope {
  author?: number
  creator?: number
  type?: string
  /** Only posts that readers wrote. */
  comments?: boolean
  /** Only posts from the blog's sources of this type. */
  chain?: string
  /** Only posts of the members of this group. */
  group?: number
}

/** The SQL fragments of a state. */
export interface StateFragments {
  /** Condition that a post is in the list now. */
  listed: Fragment
  /**
   * Relation of the posts that are in the list now or may have left it, with the change numbers that the list shows. A
   * delta of the list has all changes of such posts.
   */
  posts: Fragment
  /** Column of the blog that counts the listed posts. */
  count: Fragment
  /** Column of the blog with the newest change number of such posts. */
  newest: Fragment
}

/** Returns the SQL fragments of each state. */
export const postStates = (sql: Sql): Readonly<Record<PostState, StateFragments>> => {
  const anyPost = { posts: sql`posts`, newest: sql`blogs.last_c_id` }
  return {
    all: { ...anyPost, listed: sql`deleted_on is null`, count: sql`blogs.post_count` },
    published: {
      listed: sql`deleted_on is null and published_on is not null`,
      posts: sql`reader_posts`,
      count: sql`blogs.published_count`,
      newest: sql`blogs.published_c_id`
    },
    unpublished: {
      ...anyPost,
      listed: sql`deleted_on is null and published_on is null`,
      count: sql`blogs.post_count - blogs.published_count`
    }
  }
}

/** Returns the condition that a post is in a scope. */
export const scoped = (
  sql: Sql,
  blogId: number,
  { author, creator, type, comments, chain, group }: PostScope
): Fragment =>
  allOf(sql, [
    hasValues(sql, { author, creator, type }),
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

/** Returns the condition that the author of a post is a collaborator of one of the sources that meet a condition. */
export const ofSources = (sql: Sql, sources: Fragment): Fragment => sql`author in (
  select collaborators.id from collaborators join sources on sources.id = collaborators.source where ${sources})`
