/** Queries for the comments of readers. A comment is stored as an unpublished post. */
import type { Sql } from './client.ts'
import type { AnonymousAttempt } from './idempotency-keys.ts'

export interface ReceivedComment {
  readonly blogId: number
  /** Identifies the client that sent it. */
  readonly client: string
  readonly userName: string
  readonly source: string
  /** Content of the post, as HTML. */
  readonly content: string
}

export const comments = (sql: Sql) => ({
  /**
   * Stores a comment, unless the client sends too many or the blog is closed. A repeated attempt stores nothing.
   * @returns the seconds that the client must wait before it tries again, and whether the blog is closed; 0 and false
   *   if the comment is stored
   */
  async insert(
    { key, request }: AnonymousAttempt,
    { blogId, client, userName, source, content }: ReceivedComment
  ): Promise<{ Wait: number; IsClosed: boolean }> {
    const [outcome] = await sql<[{ Wait: number; IsClosed: boolean }]>`
      select wait, is_closed
      from insert_comment(${client}, ${key}, ${request}, ${blogId}, ${userName}, ${source}, ${content})`
    return outcome
  }
})
