/** Queries for idempotency keys: a client repeats a request with the same key and gets the result of the first one. */
import type { Sql } from './client.ts'

/** An attempt at a request, which the client may repeat with the same key. The client has no session. */
export interface AnonymousAttempt {
  /** The header Idempotency-Key; null if it is absent. */
  readonly key: string | null
  /** Digest of the method, address and body. A different request with the same key is refused. */
  readonly request: string
}

/** An attempt at a request by a user, who may repeat it with the same key. */
export interface Attempt extends AnonymousAttempt {
  /** Id of the user who sends the request. */
  readonly user: number
}

export const idempotencyKeys = (sql: Sql) => ({
  /**
   * Returns the id of the item that an earlier attempt has created or changed; undefined if this is the first attempt.
   * @throws PostgresError of the constraint `idempotency_keys_request` if the key belongs to another request
   */
  async madeBy({ user, key, request }: Attempt): Promise<number | undefined> {
    const [{ Made }] = await sql<[{ Made?: number }]>`select made_by_key(${user}, ${key}, ${request}) as made`
    return Made
  }
})
