/** The published posts of a blog as a sequence of changes, in the order of their numbers. */
import { Post, type PostRow } from '../../schemas/post.ts'
import { columnsOf, type Sql } from '../client.ts'

/** What a reader needs to drop a post that has left a list. */
export type TrimmedPost = ReturnType<typeof trim>

export interface PostChanges {
  readonly rows: readonly (PostRow | TrimmedPost)[]
  /** The newest change of the published list. */
  readonly last: number
  /** Whether the blog is closed. */
  readonly isOver: boolean
  /** Whether the blog has never given the number that the changes were to follow. */
  readonly isAhead: boolean
}

/** Queries for what changed among the published posts of a blog. */
export const postChanges = (sql: Sql) => ({
  /**
   * The posts that changed after a number, the oldest change first.
   * @param since undefined to read no change, only the state of the list
   * @returns undefined when there is no such blog
   */
  async list(blogId: number, since: number | undefined, limit: number): Promise<PostChanges | undefined> {
    const rows = await sql<(PostRow & { Newest: number; IsOver: boolean; IsAhead: boolean })[]>`
      select published_c_id as newest, closed_on is not null as is_over,
        coalesce(${since ?? null}::integer > last_c_id, false) as is_ahead, changed.*
      from blogs
      left join lateral (
        select ${sql(columnsOf(Post))} from post_rows
        where id = any(array(
          select id from posts where blog = ${blogId} and was_published and c_id > ${since ?? null}::integer
          order by c_id limit ${limit}
        ))
      ) as changed on true
      where blogs.id = ${blogId}
      order by changed.c_id`
    const [first] = rows
    if (first === undefined) return undefined
    return {
      last: first.Newest,
      isOver: first.IsOver,
      isAhead: first.IsAhead,
      rows: rows
        .map(({ Newest, IsOver, IsAhead, ...post }) => post)
        // A blog without changes is joined to nothing.
        .filter(({ Id }) => Id !== undefined)
        .map((post) => (post.IsPublished && post.DeletedOn === undefined ? post : trim(post)))
    }
  }
})

/** What is left of a post that has left a list. */
export const trim = ({ Id, Blog, IsPublished, CId, DeletedOn }: PostRow) => ({
  Id,
  Blog,
  IsPublished,
  CId,
  ...(DeletedOn !== undefined && { DeletedOn }),
  Trimmed: true as const
})
