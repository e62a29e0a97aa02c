/** Which posts of a blog a list shows, in SQL. */
import type { Fragment, Sql } from '../client.ts'

/** Which posts of a blog a list shows. */
export type PostState = 'all' | 'published' | 'unpublished'

/** What narrows a list beside its state and its query. */
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
  now: Fragment
  /** Whether a post is in a list that follows changes, which also shows what left it. */
  changed: Fragment
  /** The blog's own count of it. */
  count: Fragment
  /** The newest change such a list knows of, on the blog's row. */
  last: Fragment
  /** How many such posts a row of `post_order_blocks` or `post_counts` stands for. */
  counted: Fragment
  /** How many posts that a list of changes shows a row of `post_change_blocks` stands for. */
  countedChanges: Fragment
}

/** The fragments of each state. */
export const postStates = (sql: Sql): Readonly<Record<PostState, StateFragments>> => {
  const everyChange = { changed: sql`true`, last: sql`blogs.last_c_id`, countedChanges: sql`posts` }
  return {
    all: { ...everyChange, now: sql`deleted_on is null`, count: sql`blogs.post_count`, counted: sql`listed` },
    published: {
      now: sql`deleted_on is null and published_on is not null`,
      changed: sql`was_published`,
      count: sql`blogs.published_count`,
      last: sql`blogs.published_c_id`,
      counted: sql`published`,
      countedChanges: sql`published`
    },
    unpublished: { ...everyChange, now: sql`deleted_on is null and published_on is null`, count: sql`blogs.post_count - blogs.published_count`, counted: sql`listed - published` }
  }
}

/** The condition of a scope on rows that have an author, a creator and a type. */
export const scoped = (sql: Sql, blogId: number, { author, creator, type, comments, chain, group }: PostScope): Fragment => [
  ...author === undefined ? [] : [sql`and author = ${author}`],
  ...creator === undefined ? [] : [sql`and creator = ${creator}`],
  ...type === undefined ? [] : [sql`and type = ${type}`],
  ...comments ? [sql`and author in (select collaborators.id from collaborators join sources on sources.id = collaborators.source where sources.type = 'comment')`] : [],
  ...chain === undefined
    ? []
    : [sql`and author in (
        select collaborators.id from collaborators join sources on sources.id = collaborators.source
        where sources.type = ${chain} and sources.id in (select source from blog_sources where blog_sources.blog = ${blogId}))`],
  ...group === undefined ? [] : [sql`and author in (select collaborator from blog_collaborator_group_members where "group" = ${group})`]
].reduce((all, condition) => sql`${all} ${condition}`, sql``)
