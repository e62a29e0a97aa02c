/** Queries for sessions and failed logins. Sessions are stored under the hash of their token. */
import type { Client } from '../schemas/audit-entry.ts'
import type { Allowance } from '../schemas/token.ts'
import type { Sql } from './client.ts'
import { hashToken } from './secrets.ts'

/** A session expires when it has not been used for this long. */
const IDLE_LIMIT = '1 hour'
/** A session expires this long after the login, used or not. */
const ABSOLUTE_LIMIT = '12 hours'
/** Maximum number of sessions of a user. */
const MAX_SESSIONS = 50
/** Only failed logins within this time count against the limits. */
const FAILURE_WINDOW = '15 minutes'

/** The user of a session or an API token. */
export interface SessionUser {
  Id: number
  Name: string
  Client: Extract<Client, 'browser' | 'program' | 'token' | 'assistant'>
  /** Name of the API token. */
  Token?: string
  /** The most that the API token allows; undefined if it allows whatever its user may do. */
  Allows?: Allowance
  /** The one blog that the API token is for. */
  Blog?: number
}

/** A recorded login, and the number of failed logins within `FAILURE_WINDOW`, including this one. */
interface RecordedAttempt {
  /** Identifies the record for `withdrawAttempt`. */
  RowId: string
  /** Failed logins to the account from the client address. */
  OfAccount: number
  /** Failed logins to any account from the client address. */
  OfAddress: number
}

export const sessions = (sql: Sql) => {
  // API tokens are sessions without `expires_on`, and never expire.
  const hasExpired = sql`(expires_on is not null
    and (expires_on <= now() or accessed_on <= now() - ${IDLE_LIMIT}::interval))`

  /** Returns the active user of a valid session, and whether the time of its last use should be updated. */
  const findSession = async (token: string) => {
    const [session] = await sql<[(SessionUser & { IsStale: boolean })?]>`
      select users.id, users.name, sessions.name as token, allows, blog,
        case when expires_on is null then 'token' when is_browser then 'browser' else 'program' end as client,
        sessions.accessed_on < now() - interval '1 minute'
        or (expires_on is null and sessions.accessed_on = sessions.created_on) as is_stale
      from sessions
      join users on users.id = sessions."user"
      where sessions.token_hash = ${hashToken(token)} and users.active and not ${hasExpired}`
    return session
  }

  return {
    /**
     * Starts a session, of a browser or a program, and deletes all expired ones. If the user has too many, the one that
     * was not used for the longest time ends.
     */
    async begin(userId: number, token: string, isBrowser = false): Promise<{ CreatedOn: Date; ExpiresOn: Date }> {
      const [session] = await sql<[{ CreatedOn: Date; ExpiresOn: Date }]>`
        with swept as (delete from sessions where ${hasExpired}), ended as (
          delete from sessions where token_hash in (
            select token_hash from sessions where "user" = ${userId} and expires_on is not null
            order by accessed_on desc offset ${MAX_SESSIONS - 1}
          )
        )
        insert into sessions (token_hash, "user", is_browser, expires_on)
        values (${hashToken(token)}, ${userId}, ${isBrowser}, now() + ${ABSOLUTE_LIMIT}::interval)
        returning created_on, expires_on`
      return session
    },

    /**
     * Returns the active user of a valid session, and extends the session. To save writes, the time of use is stored
     * once a minute at most, and at the first use of an API token.
     */
    async userOf(token: string): Promise<SessionUser | undefined> {
      const session = await findSession(token)
      if (session === undefined) return undefined
      const { IsStale, ...user } = session
      if (IsStale) await sql`update sessions set accessed_on = now() where token_hash = ${hashToken(token)}`
      return user
    },

    /** Returns whether a session is valid and its user active. Does not extend the session. */
    async isAlive(token: string): Promise<boolean> {
      return (await findSession(token)) !== undefined
    },

    /** Ends a session. Returns whether there was one. API tokens stay valid until they are revoked. */
    async end(token: string): Promise<boolean> {
      const { count } =
        await sql`delete from sessions where token_hash = ${hashToken(token)} and expires_on is not null`
      return count > 0
    },

    /**
     * Records a login as failed before its password is checked, so that simultaneous logins count each other. Also
     * deletes the records that no longer count.
     */
    async recordAttempt(userName: string, address: string): Promise<RecordedAttempt> {
      const [{ RowId }] = await sql<[{ RowId: string }]>`
        with swept as (delete from login_failures where failed_on < now() - ${FAILURE_WINDOW}::interval)
        insert into login_failures (user_name, address) values (${userName}, ${address}) returning ctid::text as row_id`
      // A separate statement, because it sees the records that other connections committed before this one.
      const [counts] = await sql<[{ OfAccount: number; OfAddress: number }]>`
        select count(*) filter (where user_name = ${userName})::integer as of_account, count(*)::integer as of_address
        from login_failures
        where address = ${address} and failed_on > now() - ${FAILURE_WINDOW}::interval`
      return { RowId, ...counts }
    },

    /**
     * Deletes the record of a login that was refused without checking its password, so that it doesn't extend the wait.
     */
    async withdrawAttempt(userName: string, address: string, rowId: string): Promise<void> {
      await sql`
        delete from login_failures
        where ctid = ${rowId}::text::tid and user_name = ${userName} and address = ${address}`
    },

    /** Deletes the failed logins to an account from a client address, after a successful login. */
    async clearFailures(userName: string, address: string): Promise<void> {
      await sql`delete from login_failures where user_name = ${userName} and address = ${address}`
    }
  }
}
