/** Queries with which editors change existing posts. */
import { Post, type PostRow } from '../../schemas/post.ts'
import { columnsOf, type Sql } from '../client.ts'
import type { Attempt } from '../idempotency-keys.ts'

/** The properties of a post to change. Absent ones keep their values. */
export interface PostEdit {
  readonly Content?: string | undefined
  readonly Meta?: string | undefined
  readonly IsPublished?: boolean
  readonly IsDeleted?: boolean
}

/** Where a post is moved: right above or right below another post of its blog. */
export interface PostMove {
  readonly reference: number
  readonly above: boolean
}

/** A post as its editor has seen it, and the change number that it must still have; null where any will do. */
export type SeenPost = Pick<PostRow, 'Blog' | 'Id' | 'IsPublished' | 'DeletedOn'> & { readonly version: number | null }

/** Queries that change posts. Each gives the changed post, or undefined when somebody else has changed it meanwhile. */
export const postEdits = (sql: Sql) => {
  const everything = sql(columnsOf(Post))
  return {
    /** A post of a blog, whole even when it is deleted. */
    async find(blogId: number, postId: number): Promise<PostRow | undefined> {
      const [row] = await sql<[PostRow?]>`select ${everything} from post_rows where blog = ${blogId} and id = ${postId}`
      return row
    },

    /** The blog of a post; undefined when there is no such post, or when it belongs to no blog. */
    async blogOf(postId: number): Promise<number | undefined> {
      const [row] = await sql<[{ Blog?: number }?]>`select blog from posts where id = ${postId}`
      return row?.Blog
    },

    async change(
      { user, key, request }: Attempt,
      { Blog, Id, version, IsPublished: wasPublished, DeletedOn }: SeenPost,
      { Content = null, Meta = null, IsPublished = null, IsDeleted = null }: NullableEdit
    ): Promise<PostRow | undefined> {
      const [row] = await sql<[PostRow?]>`
        select ${everything} from change_post(
          ${user}, ${key}, ${request}, ${Blog}, ${Id}, ${version}, ${wasPublished}, ${DeletedOn !== undefined},
          ${Content}, ${Meta}, ${IsPublished}, ${IsDeleted})`
      return row
    },

    async move({ Blog, Id, version }: SeenPost, { reference, above }: PostMove): Promise<PostRow | undefined> {
      const [row] = await sql<[PostRow?]>`
        select ${everything} from move_post(${Blog}, ${Id}, ${version}, ${reference}, ${above})`
      return row
    }
  }
}

type NullableEdit = { readonly [Name in keyof PostEdit]: PostEdit[Name] | null }
