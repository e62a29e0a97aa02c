/** Sessions and API tokens, stored under the hash of their token; and failed logins. */
import type { Sql } from './client.ts'

/** A user's session ends an hour after its last use, and after twelve hours at the latest. */
const IDLE_LIMIT = '1 hour'
const ABSOLUTE_LIMIT = '12 hours'
/** Failed logins count this long. */
const FAILURE_WINDOW = '15 minutes'

/** The user a token stands for. */
export interface SessionUser { Id: number, Name: string }

/** How many logins failed lately, for an account from an address and from the address at all; and the last's note. */
interface Attempt { Note: string, OfAccount: number, OfAddress: number }

/** Queries for sessions and for failed logins. */
export const sessions = (sql: Sql) => {
  // An API token is a session that doesn't expire.
  const hasEnded = sql`(expires_on is not null
    and (expires_on <= now() or accessed_on <= now() - ${IDLE_LIMIT}::interval))`

  /** The active user of a session that has not ended. */
  const look = async (tokenHash: Uint8Array) => {
    const [session] = await sql<[(SessionUser & { IsStale: boolean })?]>`
      select users.id, users.name, sessions.accessed_on < now() - interval '1 minute' as is_stale
      from sessions
      join users on users.id = sessions."user"
      where sessions.token_hash = ${tokenHash} and users.active and not ${hasEnded}`
    return session
  }

  return {
    /** Begins a session and sweeps those that have ended. */
    async begin (userId: number, tokenHash: Uint8Array): Promise<{ CreatedOn: Date, ExpiresOn: Date }> {
      const [session] = await sql<[{ CreatedOn: Date, ExpiresOn: Date }]>`
        with swept as (delete from sessions where ${hasEnded})
        insert into sessions (token_hash, "user", expires_on)
        values (${tokenHash}, ${userId}, now() + ${ABSOLUTE_LIMIT}::interval)
        returning created_on, expires_on`
      return session
    },

    /** Makes an API token, which does not expire. @returns whether there is such an active user */
    async addToken (userName: string, name: string, tokenHash: Uint8Array): Promise<boolean> {
      const { count } = await sql`
        insert into sessions (token_hash, "user", name)
        select ${tokenHash}, id, ${name} from users where name = ${userName} and active`
      return count > 0
    },

    /** The active user of a session that has not ended. Using it prolongs it; that is written once a minute at most. */
    async userOf (tokenHash: Uint8Array): Promise<SessionUser | undefined> {
      const session = await look(tokenHash)
      if (session?.IsStale) await sql`update sessions set accessed_on = now() where token_hash = ${tokenHash}`
      return session && { Id: session.Id, Name: session.Name }
    },

    /** Whether a session has not ended, nor its user been disabled. Asking does not prolong it. */
    async isAlive (tokenHash: Uint8Array): Promise<boolean> {
      return await look(tokenHash) !== undefined
    },

    /** Ends a session, but no API token: only the operator revokes those. @returns whether a session ended */
    async end (tokenHash: Uint8Array): Promise<boolean> {
      const { count } = await sql`delete from sessions where token_hash = ${tokenHash} and expires_on is not null`
      return count > 0
    },

    /**
     * Notes a login as failed before it is tried, so that of many at the same time each counts those before it.
     * Sweeps the failures that no longer count.
     * @returns counts that include this one, and what `withdrawAttempt` takes
     */
    async noteAttempt (userName: string, address: string): Promise<Attempt> {
      const [{ Note }] = await sql<[{ Note: string }]>`
        with swept as (delete from login_failures where failed_on < now() - ${FAILURE_WINDOW}::interval)
        insert into login_failures (user_name, address) values (${userName}, ${address}) returning ctid::text as note`
      // A separate statement sees what other connections noted until this note was stored.
      const [counts] = await sql<[{ OfAccount: number, OfAddress: number }]>`
        select count(*) filter (where user_name = ${userName})::integer as of_account, count(*)::integer as of_address
        from login_failures
        where address = ${address} and failed_on > now() - ${FAILURE_WINDOW}::interval`
      return { Note, ...counts }
    },

    /** Takes back the note of a login that was refused untried: being refused does not prolong the wait. */
    async withdrawAttempt (userName: string, address: string, note: string): Promise<void> {
      await sql`
        delete from login_failures
        where ctid = ${note}::text::tid and user_name = ${userName} and address = ${address}`
    },

    /** Forgets the failed logins of an account from an address, because it has just logged in. */
    async forgiveFailures (userName: string, address: string): Promise<void> {
      await sql`delete from login_failures where user_name = ${userName} and address = ${address}`
    }
  }
}
