/** The states of posts that lists select. */
import type { Fragment, Sql } from '../client.ts'

/**
 * Selects the posts of a list: all that are not deleted, the published ones, the drafts, the drafts that were handed in
 * and wait for an editor, or those that are scheduled.
 */
export const POST_STATES = ['all', 'published', 'unpublished', 'submitted', 'scheduled'] as const
export type PostState = (typeof POST_STATES)[number]

/** The SQL fragments of a state. */
export interface StateFragments {
  /** Condition that a post is in the list now. */
  listed: Fragment
  /**
   * Relation of the posts that are in the list now or may have left it, with the change numbers that the list shows. A
   * delta of the list has all changes of such posts.
   */
  posts: Fragment
  /** Column of the blog that counts the listed posts; undefined if none does. */
  count?: Fragment
  /** Column of the blog with the newest change number of such posts. */
  newest: Fragment
  /** Columns that a query can order by. Those that a trimmed post hides are null if the post is trimmed. */
  sortable: Fragment
}

const HIDDEN_IF_TRIMMED = ['order', 'content', 'created_on', 'published_on', 'updated_on', 'withdrawn_on'] as const

/** Returns the SQL fragments of each state. */
export const postStates = (sql: Sql): Readonly<Record<PostState, StateFragments>> => {
  const anyPost = { posts: sql`posts`, newest: sql`blogs.last_c_id` }
  const selecting = (fragments: Omit<StateFragments, 'sortable'>): StateFragments => ({
    ...fragments,
    sortable: HIDDEN_IF_TRIMMED.map((name) => sql(name))
      .map((column) => sql`case when ${fragments.listed} then ${column} end as ${column}`)
      .reduce((columns, column) => sql`${columns}, ${column}`, sql`deleted_on, is_published`)
  })
  return {
    all: selecting({ ...anyPost, listed: sql`deleted_on is null`, count: sql`blogs.post_count` }),
    published: selecting({
      listed: sql`deleted_on is null and published_on is not null`,
      posts: sql`reader_posts`,
      count: sql`blogs.published_count`,
      newest: sql`blogs.published_c_id`
    }),
    unpublished: selecting({
      ...anyPost,
      listed: sql`deleted_on is null and published_on is null`,
      count: sql`blogs.post_count - blogs.published_count`
    }),
    // A draft that is scheduled waits for no editor any more.
    submitted: selecting({
      ...anyPost,
      listed: sql`deleted_on is null and submitted_on is not null and publish_on is null`
    }),
    scheduled: selecting({ ...anyPost, listed: sql`deleted_on is null and publish_on is not null` })
  }
}
