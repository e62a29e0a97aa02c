/** Query for the changes of a blog's published posts, in the order of their change numbers. */
import { Post, type PostRow } from '../../schemas/post.ts'
import { columnsOf, type Sql } from '../client.ts'

/** A post that has left a list, with only the properties that tell clients to remove it. */
export type TrimmedPost = ReturnType<typeof trim>

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
        .map((post) => (post.IsPublished && post.DeletedOn === undefined ? post : trim(post)))
    }
  }
})

/** A post with the number of its last change that readers could see; undefined if it was never published. */
export type NumberedPost = PostRow & { readonly PublishedCId?: number }

/** Returns the properties of a post that tell clients to remove it from a list. */
export const trim = ({ Id, Blog, IsPublished, CId, PublishedCId, DeletedOn }: NumberedPost) => ({
  Id,
  Blog,
  IsPublished,
  // Later changes, to a draft that was published once, are not for readers. Other lists trim no drafts.
  CId: PublishedCId ?? CId,
  ...(DeletedOn !== undefined && { DeletedOn }),
  Trimmed: true as const
})
