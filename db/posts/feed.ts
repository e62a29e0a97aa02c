/** Queries for the feeds of a blog, which show published posts and removals. */
import type { PostRow } from '../../schemas/post.ts'
import type { Sql } from '../client.ts'
import { isForReaders } from '../criteria.ts'

/** A published post. */
export interface FeedPost extends Pick<PostRow, 'Id' | 'Blog' | 'Uuid' | 'AuthorName' | 'CommentSource' | 'Content'> {
  readonly PublishedOn: Date
  /** When the post was published or changed, whichever is later. */
  readonly UpdatedOn: Date
}

/** A post that was published until it was withdrawn or deleted. */
export interface RemovedPost {
  readonly Id: number
  readonly Blog: number
  readonly RemovedOn: Date
}

/** The newest posts of a blog and the newest removals, read in one snapshot. */
export interface FeedPosts {
  /** Pinned posts, then those with the highest `Order` first. */
  readonly posts: readonly FeedPost[]
  /** Posts that were withdrawn or deleted in the last 30 days, the last removed first. */
  readonly removed: readonly RemovedPost[]
}

/** A range of change numbers. Both ends are part of it. */
export interface ChangeRange {
  readonly from: number
  readonly to: number
}

export const feedQueries = (sql: Sql) => ({
  /** Returns the newest published posts of all blogs that readers see, without advertisements. */
  allPosts: (limit: number): Promise<FeedPost[]> => sql<FeedPost[]>`
    select id, blog, uuid, author_name, comment_source, content, published_on,
      greatest(published_on, updated_on) as updated_on
    from post_rows
    where id = any(array(
      select id from posts
      where blog is not null and published_on is not null and deleted_on is null and type <> 'advertisement'
        and blog in (select id from blogs where ${isForReaders(sql)})
      order by published_on desc, id desc limit ${limit}
    ))
    order by published_on desc, id desc`,

  /** Returns the newest published posts and removals of a blog, at most `maxPosts` and `maxRemoved`. */
  async posts(blogId: number, maxPosts: number, maxRemoved: number): Promise<FeedPosts> {
    const rows = await sql<ArchivedRow[]>`
      (
        select id, blog, uuid, author_name, comment_source, content, published_on,
          greatest(published_on, updated_on) as updated_on, null::timestamptz as removed_on
        from post_rows
        where id = any(
          array(select id from posts where blog = ${blogId} and pinned_on is not null) || array(
            select id from posts where blog = ${blogId} and deleted_on is null and published_on is not null
            order by "order" desc limit ${maxPosts}
          )
        )
        order by pinned_on desc nulls last, "order" desc limit ${maxPosts}
      )
      union all
      (
        select id, blog, null, null, null, null, null, null, least(deleted_on, withdrawn_on)
        from posts
        where blog = ${blogId} and was_published and (deleted_on is not null or published_on is null)
          and least(deleted_on, withdrawn_on) > now() - interval '30 days'
        order by least(deleted_on, withdrawn_on) desc limit ${maxRemoved}
      )`
    return apart(rows)
  },

  /**
   * Returns the posts and removals of a blog whose last change that readers could see is in a range, the newest first
   * and however many there are, and the newest of such changes before the range.
   */
  async archived(blogId: number, { from, to }: ChangeRange) {
    const [rows, [before]] = await Promise.all([
      sql<ArchivedRow[]>`
        select posts.id, posts.blog, posts.uuid, author_name, posts.comment_source, posts.content, posts.published_on,
          greatest(posts.published_on, posts.updated_on) as updated_on,
          case when posts.deleted_on is not null or posts.published_on is null
            then least(posts.deleted_on, posts.withdrawn_on) end as removed_on
        from posts join post_rows on post_rows.id = posts.id
        where post_rows.id = any(array(
          select id from posts where blog = ${blogId} and was_published and published_c_id between ${from} and ${to}
        ))
        order by posts.published_c_id desc`,
      sql<[{ Earlier?: number }?]>`
        select max(published_c_id) as earlier from posts
        where blog = ${blogId} and was_published and published_c_id < ${from}`
    ])
    return { ...apart(rows), earlier: before?.Earlier }
  }
})

/** A row of a post that is published, or was until it was withdrawn or deleted. */
type ArchivedRow = FeedPost & { readonly RemovedOn?: Date }

/** Separates published posts and removals. */
const apart = (rows: readonly ArchivedRow[]): FeedPosts => ({
  posts: rows.filter(({ RemovedOn }) => RemovedOn === undefined),
  removed: rows.flatMap(({ Id, Blog, RemovedOn }) => (RemovedOn === undefined ? [] : [{ Id, Blog, RemovedOn }]))
})
