/** Queries for the comments of readers. A comment is stored as an unpublished post, and its sender for a day. */
import { acting, type Sql } from './client.ts'
import type { AnonymousAttempt } from './records.ts'

export interface ReceivedComment {
  readonly blogId: number
  /** Identifies the client that sent it. */
  readonly client: string
  readonly userName: string
  readonly source: string
  /** Content of the post, as HTML. */
  readonly content: string
}

/** Reasons why a comment was refused. It is stored if all are 0 or false. */
export interface CommentOutcome {
  /** Seconds that the client must wait before it tries again. */
  readonly Wait: number
  readonly IsClosed: boolean
  /** Whether the blog takes no comments from the client. */
  readonly IsBlocked: boolean
}

/** Time for which a blog takes no comments from a blocked client. */
const BLOCK = '24 hours'

export const comments = (sql: Sql) => ({
  /**
   * Stores a comment, unless the client sends too many or is blocked, or the blog is closed. A repeated attempt stores
   * nothing.
   */
  async insert(
    { key, request }: AnonymousAttempt,
    { blogId, client, userName, source, content }: ReceivedComment
  ): Promise<CommentOutcome> {
    const [outcome] = await sql<[CommentOutcome]>`
      select wait, is_closed, is_blocked
      from insert_comment(
        ${acting(sql, sql`${client}::text`)}, ${key}, ${request}, ${blogId}, ${userName}, ${source}, ${content})`
    return outcome
  },

  /**
   * Lets a blog take no comments from the client that sent one of its posts, for a day from now.
   * @returns whether the client is known
   */
  async block(blogId: number, postId: number): Promise<boolean> {
    const { count } = await sql`
      insert into blocked_commentators (blog, client, ends_on)
      select blog, client, now() + ${BLOCK}::interval from received_comments where blog = ${blogId} and post = ${postId}
      on conflict (blog, client) do update set ends_on = excluded.ends_on`
    return count > 0
  },

  /**
   * Ends the block of the client that sent a comment.
   * @returns whether it was blocked
   */
  async unblock(blogId: number, postId: number): Promise<boolean> {
    const { count } = await sql`
      delete from blocked_commentators using received_comments
      where blocked_commentators.blog = ${blogId} and received_comments.blog = ${blogId}
        and received_comments.post = ${postId} and received_comments.client = blocked_commentators.client`
    return count > 0
  }
})
