/** Sessions and API tokens, stored under the hash of their token; and failed logins. */
import type { Sql } from './client.ts'

/** A user's session ends an hour after its last use, and after twelve hours at the latest. */
const IDLE_LIMIT = '1 hour'
const ABSOLUTE_LIMIT = '12 hours'
/** Failed logins count this long. */
const FAILURE_WINDOW = '15 minutes'

/** The user a token stands for. */
export interface SessionUser {
  Id: number
  Name: string
}

/** An API token as the operator sees it. Its id is the start of its hash: the token itself isn't stored. */
export interface TokenRow {
  Id: string
  User: string
  Purpose: string
  CreatedOn: Date
  LastUsedOn?: Date
}

/** How many logins failed lately, for an account from an address and from the address at all; and the last's note. */
interface Attempt {
  Note: string
  OfAccount: number
  OfAddress: number
}

/** Queries for sessions and for failed logins. */
export const sessions = (sql: Sql) => {
  // An API token is a session that doesn't expire.
  const hasEnded = sql`(expires_on is not null
    and (expires_on <= now() or accessed_on <= now() - ${IDLE_LIMIT}::interval))`

  const tokenId = sql`left(encode(sessions.token_hash, 'hex'), 12)`
  const tokenRows = sql`
    select ${tokenId} as id, users.name as "user", sessions.name as purpose, sessions.created_on,
      nullif(accessed_on, sessions.created_on) as last_used_on
    from sessions
    join users on users.id = sessions."user"
    where expires_on is null`

  /** The active user of a session that has not ended. */
  const look = async (tokenHash: Uint8Array) => {
    const [session] = await sql<[(SessionUser & { IsStale: boolean })?]>`
      select users.id, users.name, sessions.accessed_on < now() - interval '1 minute'
        or (expires_on is null and sessions.accessed_on = sessions.created_on) as is_stale
      from sessions
      join users on users.id = sessions."user"
      where sessions.token_hash = ${tokenHash} and users.active and not ${hasEnded}`
    return session
  }

  return {
    /** Begins a session and sweeps those that have ended. */
    async begin(userId: number, tokenHash: Uint8Array): Promise<{ CreatedOn: Date; ExpiresOn: Date }> {
      const [session] = await sql<[{ CreatedOn: Date; ExpiresOn: Date }]>`
        with swept as (delete from sessions where ${hasEnded})
        insert into sessions (token_hash, "user", expires_on)
        values (${tokenHash}, ${userId}, now() + ${ABSOLUTE_LIMIT}::interval)
        returning created_on, expires_on`
      return session
    },

    /** Makes an API token, which does not expire. @returns its id, undefined when there is no such active user */
    async addToken(userName: string, purpose: string, tokenHash: Uint8Array): Promise<string | undefined> {
      const [token] = await sql<[{ Id: string }?]>`
        insert into sessions (token_hash, "user", name)
        select ${tokenHash}, id, ${purpose} from users where name = ${userName} and active
        returning ${tokenId} as id`
      return token?.Id
    },

    /** All API tokens, the oldest first. */
    tokens: () => sql<TokenRow[]>`${tokenRows} order by sessions.created_on, id`,

    /**
     * Revokes the API token whose id begins so, unless several do.
     * @returns the tokens whose ids begin so
     */
    revokeToken: (id: string) => sql<TokenRow[]>`
      with chosen as (
        select token_hash from sessions
        where expires_on is null and starts_with(encode(token_hash, 'hex'), ${id})
      ), revoked as (
        delete from sessions
        where token_hash in (select token_hash from chosen) and (select count(*) from chosen) = 1
      )
      ${tokenRows} and token_hash in (select token_hash from chosen)`,

    /**
     * The active user of a session that has not ended. Using it prolongs it; that is written once a minute at most, and
     * the first time that an API token is used.
     */
    async userOf(tokenHash: Uint8Array): Promise<SessionUser | undefined> {
      const session = await look(tokenHash)
      if (session?.IsStale) await sql`update sessions set accessed_on = now() where token_hash = ${tokenHash}`
      return session && { Id: session.Id, Name: session.Name }
    },

    /** Whether a session has not ended, nor its user been disabled. Asking does not prolong it. */
    async isAlive(tokenHash: Uint8Array): Promise<boolean> {
      return (await look(tokenHash)) !== undefined
    },

    /** Ends a session, but no API token: only the operator revokes those. @returns whether a session ended */
    async end(tokenHash: Uint8Array): Promise<boolean> {
      const { count } = await sql`delete from sessions where token_hash = ${tokenHash} and expires_on is not null`
      return count > 0
    },

    /**
     * Notes a login as failed before it is tried, so that of many at the same time each counts those before it.
     * Sweeps the failures that no longer count.
     * @returns counts that include this one, and what `withdrawAttempt` takes
     */
    async noteAttempt(userName: string, address: string): Promise<Attempt> {
      const [{ Note }] = await sql<[{ Note: string }]>`
        with swept as (delete from login_failures where failed_on < now() - ${FAILURE_WINDOW}::interval)
        insert into login_failures (user_name, address) values (${userName}, ${address}) returning ctid::text as note`
      // A separate statement sees what other connections noted until this note was stored.
      const [counts] = await sql<[{ OfAccount: number; OfAddress: number }]>`
        select count(*) filter (where user_name = ${userName})::integer as of_account, count(*)::integer as of_address
        from login_failures
        where address = ${address} and failed_on > now() - ${FAILURE_WINDOW}::interval`
      return { Note, ...counts }
    },

    /** Takes back the note of a login that was refused untried: being refused does not prolong the wait. */
    async withdrawAttempt(userName: string, address: string, note: string): Promise<void> {
      await sql`
        delete from login_failures
        where ctid = ${note}::text::tid and user_name = ${userName} and address = ${address}`
    },

    /** Forgets the failed logins of an account from an address, because it has just logged in. */
    async forgiveFailures(userName: string, address: string): Promise<void> {
      await sql`delete from login_failures where user_name = ${userName} and address = ${address}`
    }
  }
}
