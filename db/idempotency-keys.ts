/** The keys by which clients try a request again, and what the first try has made. */
import type { Sql } from './client.ts'

/** A request as it may be tried again. */
export interface Tried {
  /** Its Idempotency-Key; null when it has none. */
  readonly key: string | null
  /** A digest of everything else that makes the request: another request may not use the same key. */
  readonly request: string
}

/** A user's request as it may be tried again. */
export interface Attempt extends Tried {
  /** Id of the user who sends it. */
  readonly user: number
}

/** Queries for keys. */
export const idempotencyKeys = (sql: Sql) => ({
  /**
   * The id of what an earlier try has made or changed.
   * @throws PostgresError of the constraint `idempotency_keys_request` when the key belongs to another request
   */
  async madeBy({ user, key, request }: Attempt): Promise<number | undefined> {
    if (key === null) return undefined
    const [{ Made }] = await sql<[{ Made?: number }]>`select made_by_key(${user}, ${key}, ${request}) as made`
    return Made
  }
})
