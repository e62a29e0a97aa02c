/** Readers' comments, each stored as a draft. */
import type { Sql } from './client.ts'
import type { Tried } from './idempotency-keys.ts'

/** A comment that is ready to become a post. */
export interface ReceivedComment {
  readonly blogId: number
  /** Identifies the client that sent it. */
  readonly client: string
  readonly userName: string
  readonly source: string
  /** The content of its post. */
  readonly content: string
}

/** Queries for comments. */
export const comments = (sql: Sql) => ({
  /**
   * Stores a comment, once for all tries of its client.
   * @returns the seconds that the client must wait before it tries again, and whether the blog is closed; 0 and false
   * when the comment is stored
   */
  async insert(
    { key, request }: Tried,
    { blogId, client, userName, source, content }: ReceivedComment
  ): Promise<{ Wait: number; IsClosed: boolean }> {
    const [outcome] = await sql<[{ Wait: number; IsClosed: boolean }]>`
      select wait, is_closed
      from insert_comment(${client}, ${key}, ${request}, ${blogId}, ${userName}, ${source}, ${content})`
    return outcome
  }
})
