/** The published posts of a blog as a sequence of changes, in the order of their numbers. */
import { Post, type PostRow } from '../../schemas/post.ts'
import { columnsOf, type Sql } from '../client.ts'

/** A post by its latest change: where it stands, and whether it has left the list. */
export interface PostChange { readonly Id: number, readonly CId: number, readonly Order: string, readonly Trimmed: boolean }

/** What changed, read in one snapshot with the blog's own numbers. */
export interface ChangePage { LastCId: number, Published: number, changes: PostChange[] }

/** A post as it is shown to those who follow a blog: whole, or only what is needed to drop it. */
export type ChangedPost = PostRow | ReturnType<typeof trim>

export interface ChangedPosts { LastCId: number, IsClosed: boolean, posts: ChangedPost[] }

/** Queries for what changed among the published posts of a blog. */
export const postChanges = (sql: Sql) => {
  const everything = sql(columnsOf(Post))

  return {
    /** The newest changes after a number, at most `limit`. @returns undefined when there is no such blog */
    async newest (blogId: number, since: number, limit: number): Promise<ChangePage | undefined> {
      const [page] = await sql<[{ LastCId: number, Published: number, Changes: readonly [number, number, string, boolean][] }?]>`
        select published_c_id as last_c_id, published_count as published, (
          select coalesce(json_agg(json_build_array(id, c_id, "order"::text, not is_published or deleted_on is not null)), '[]')
          from (
            select id, c_id, "order", is_published, deleted_on from posts
            where blog = ${blogId} and was_published and c_id > ${since} order by c_id desc limit ${limit}
          ) as newest
        ) as changes
        from blogs where id = ${blogId}`
      return page && { ...page, changes: page.Changes.map(([Id, CId, Order, Trimmed]) => ({ Id, CId, Order, Trimmed })) }
    },

    /** The posts that changed after a number, the oldest change first, at most `limit`. @returns undefined when there is no such blog */
    async list (blogId: number, since: number, limit: number): Promise<ChangedPosts | undefined> {
      const rows = await sql<(PostRow & { Head: number, IsClosed: boolean })[]>`
        select published_c_id as head, closed_on is not null as is_closed, changed.*
        from blogs
        left join lateral (
          select ${everything} from post_rows
          where id = any(array(
            select id from posts where blog = ${blogId} and was_published and c_id > ${since} order by c_id limit ${limit}
          ))
        ) as changed on true
        where blogs.id = ${blogId}
        order by changed.c_id`
      const [first] = rows
      if (first === undefined) return undefined
      const { Head: LastCId, IsClosed } = first
      // A blog without changes is joined to nothing.
      const posts = rows.filter(({ Id }) => Id !== undefined).map(({ Head, IsClosed, ...post }) => post)
      return { LastCId, IsClosed, posts: posts.map((post) => post.IsPublished && post.DeletedOn === undefined ? post : trim(post)) }
    }
  }
}

/** What a reader needs to drop a post. */
export const trim = ({ Id, Blog, IsPublished, CId, DeletedOn }: PostRow) => ({ Id, Blog, IsPublished, CId, DeletedOn })
