/** Queries that change existing posts. */
import { Post, type PostRow } from '../../schemas/post.ts'
import { acting, byColumn, columnsOf, type Sql } from '../client.ts'
import type { Attempt } from '../records.ts'

/** The properties of a post to change. Absent ones keep their values. */
export interface PostEdit {
  readonly Content?: string | undefined
  readonly Meta?: string | undefined
  readonly IsPublished?: boolean
  readonly IsDeleted?: boolean
  /** Whether the draft is handed in, else returned to its author. */
  readonly IsSubmitted?: boolean
  /** Why the draft is returned. */
  readonly Note?: string | undefined
  /** When the service publishes the draft; null if it does not. */
  readonly PublishOn?: Date | null
  readonly IsPinned?: boolean
  readonly IsKeyPoint?: boolean
}

/** The new position of a post: directly above or directly below another post of its blog. */
export interface PostMove {
  /** Id of the other post. */
  readonly reference: number
  readonly above: boolean
}

/**
 * A post in the state that an editor has read. `version` is the change number that the post must still have; null
 * stands for any.
 */
export type SeenPost = Pick<PostRow, 'Blog' | 'Id' | 'IsPublished' | 'DeletedOn' | 'SubmittedOn' | 'PublishOn'> & {
  readonly version: number | null
}

/** The queries `change` and `move` return the changed post; undefined if another request has changed it meanwhile. */
export const postEdits = (sql: Sql) => {
  const columns = sql(columnsOf(Post))
  return {
    /** Returns all properties of a post of a blog, even if it is deleted; undefined if there is no such post. */
    async find(blogId: number, postId: number): Promise<PostRow | undefined> {
      const [row] = await sql<[PostRow?]>`select ${columns} from post_rows where blog = ${blogId} and id = ${postId}`
      return row
    },

    /** Returns the id of a post's blog; undefined if there is no such post or it belongs to no blog. */
    async blogOf(postId: number): Promise<number | undefined> {
      const [row] = await sql<[{ Blog?: number }?]>`select blog from posts where id = ${postId}`
      return row?.Blog
    },

    async change(
      { user, key, request }: Attempt,
      { Blog, Id, version, IsPublished, DeletedOn, SubmittedOn, PublishOn }: SeenPost,
      edit: PostEdit
    ): Promise<PostRow | undefined> {
      const seenState = byColumn({
        IsPublished,
        IsDeleted: DeletedOn !== undefined,
        IsSubmitted: SubmittedOn !== undefined,
        IsScheduled: PublishOn !== undefined
      })
      const [row] = await sql<[PostRow?]>`
        select ${columns} from change_post(
          ${acting(sql, user)}, ${key}, ${request}, ${Blog}, ${Id}, ${version},
          ${sql.json(seenState)}, ${sql.json(byColumn({ ...edit }))})`
      return row
    },

    async move({ Blog, Id, version }: SeenPost, { reference, above }: PostMove): Promise<PostRow | undefined> {
      const [row] = await sql<[PostRow?]>`
        select ${columns} from move_post(${acting(sql, Blog)}, ${Id}, ${version}, ${reference}, ${above})`
      return row
    }
  }
}
