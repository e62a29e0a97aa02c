/** Query for the changes of a blog's published posts, in the order of their change numbers. */
import { Post, type PostRow } from '../../schemas/post.ts'
import { columnsOf, type Sql } from '../client.ts'
import { asListed, type NumberedPost, type TrimmedPost } from './trimmed.ts'

export interface PostChanges {
  readonly rows: readonly (PostRow | TrimmedPost)[]
  /** The newest change number of the published list. */
  readonly last: number
  /** Whether the blog is closed. */
  readonly isOver: boolean
  /** Whether the cursor is greater than every change number of the blog, as after a restore of an older database. */
  readonly isAhead: boolean
}

export const postChanges = (sql: Sql) => ({
  /**
   * Returns the published posts that changed after a cursor, the oldest change first. Posts that left the list are
   * trimmed.
   * @param since the cursor; undefined returns no posts, only the state of the list
   * @returns undefined if there is no such blog
   */
  async list(blogId: number, since: number | undefined, limit: number): Promise<PostChanges | undefined> {
    const rows = await sql<(NumberedPost & { Newest: number; IsOver: boolean; IsAhead: boolean })[]>`
      select blogs.published_c_id as newest, closed_on is not null as is_over,
        coalesce(${since ?? null}::integer > last_c_id, false) as is_ahead, changed.*
      from blogs
      left join lateral (
        select ${sql(columnsOf(Post))}, published_c_id from post_rows
        where id = any(array(
          select id from reader_posts where blog = ${blogId} and c_id > ${since ?? null}::integer
          order by c_id limit ${limit}
        ))
      ) as changed on true
      where blogs.id = ${blogId}
      order by changed.published_c_id`
    const [first] = rows
    if (first === undefined) return undefined
    return {
      last: first.Newest,
      isOver: first.IsOver,
      isAhead: first.IsAhead,
      rows: rows
        .map(({ Newest, IsOver, IsAhead, ...post }) => post)
        // The left join yields one row without a post if there are no changes.
        .filter(({ Id }) => Id !== undefined)
        .map((post) => asListed(post, !post.IsPublished || post.DeletedOn !== undefined))
    }
  }
})
