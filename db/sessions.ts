/** Sessions: found by the hash of their token, never by the token. */
import type { Sql } from './client.ts'

/** A user's session ends an hour after its last use, and after twelve hours at the latest. */
const IDLE_LIMIT = '1 hour'
const ABSOLUTE_LIMIT = '12 hours'
/** Failed logins are remembered this long. */
const FAILURE_WINDOW = '15 minutes'

/** Who a token stands for. */
export interface SessionUser { Id: number, Name: string }

/** Queries for sessions and for failed logins. */
export const sessions = (sql: Sql) => ({
  /** Begins a session and sweeps those that have ended. */
  async begin (userId: number, tokenHash: Uint8Array): Promise<{ CreatedOn: Date, ExpiresOn: Date }> {
    const [session] = await sql<[{ CreatedOn: Date, ExpiresOn: Date }]>`
      with swept as (
        delete from sessions where expires_on < now() or (expires_on is not null and accessed_on < now() - ${IDLE_LIMIT}::interval)
      )
      insert into sessions (token_hash, "user", expires_on)
      values (${tokenHash}, ${userId}, now() + ${ABSOLUTE_LIMIT}::interval)
      returning created_on, expires_on`
    return session
  },

  /** Makes an API token, which does not end by itself. */
  async addToken (userName: string, name: string, tokenHash: Uint8Array): Promise<boolean> {
    const added = await sql`
      insert into sessions (token_hash, "user", name) select ${tokenHash}, id, ${name} from users where name = ${userName} and active
      returning "user"`
    return added.length > 0
  },

  /** The active user of a session that has not ended. Using it keeps it alive; that is written once a minute at most. */
  async userOf (tokenHash: Uint8Array): Promise<SessionUser | undefined> {
    const [found] = await sql<[(SessionUser & { IsStale: boolean })?]>`
      select users.id, users.name, sessions.accessed_on < now() - interval '1 minute' as is_stale
      from sessions
      join users on users.id = sessions."user"
      where sessions.token_hash = ${tokenHash} and users.active
        and (sessions.expires_on is null
          or (sessions.expires_on > now() and sessions.accessed_on > now() - ${IDLE_LIMIT}::interval))`
    if (found?.IsStale) await sql`update sessions set accessed_on = now() where token_hash = ${tokenHash}`
    return found && { Id: found.Id, Name: found.Name }
  },

  /** Whether a session lasts, without keeping it alive. */
  async isAlive (tokenHash: Uint8Array): Promise<boolean> {
    const found = await sql`
      select from sessions join users on users.id = sessions."user"
      where token_hash = ${tokenHash} and users.active and (expires_on is null
        or (expires_on > now() and accessed_on > now() - ${IDLE_LIMIT}::interval))`
    return found.length > 0
  },

  /** Ends a session. */
  async end (tokenHash: Uint8Array): Promise<void> {
    await sql`delete from sessions where token_hash = ${tokenHash}`
  },

  /**
   * Notes a login as failed before it is tried, so that of many at once each counts those before it.
   * Forgets the failures that no longer count.
   * @returns how often it failed lately with this one, for the account from the address and from the address at all; and the note
   */
  async noteAttempt (userName: string, address: string): Promise<{ Note: string, OfAccount: number, OfAddress: number }> {
    const [{ Note }] = await sql<[{ Note: string }]>`
      with swept as (delete from login_failures where failed_on < now() - ${FAILURE_WINDOW}::interval)
      insert into login_failures (user_name, address) values (${userName}, ${address}) returning ctid::text as note`
    // A statement of its own: it must see what was noted elsewhere until the note was there.
    const [counts] = await sql<[{ OfAccount: number, OfAddress: number }]>`
      select count(*) filter (where user_name = ${userName})::integer as of_account, count(*)::integer as of_address
      from login_failures
      where address = ${address} and failed_on > now() - ${FAILURE_WINDOW}::interval`
    return { Note, ...counts }
  },

  /** Takes back the note of a login that was not tried: being refused does not prolong the wait. */
  async withdrawAttempt (userName: string, address: string, note: string): Promise<void> {
    await sql`delete from login_failures where ctid = ${note}::text::tid and user_name = ${userName} and address = ${address}`
  },

  /** Forgets the failed logins of an account from an address: it has just logged in. */
  async forgiveFailures (userName: string, address: string): Promise<void> {
    await sql`delete from login_failures where user_name = ${userName} and address = ${address}`
  }
})
