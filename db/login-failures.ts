/** Queries for failed logins. */
import type { Sql } from './client.ts'

/** Only failed logins within this time count against the limits. */
const FAILURE_WINDOW = '15 minutes'

/** A recorded login, and the number of failed logins within `FAILURE_WINDOW`, including this one. */
interface RecordedAttempt {
  /** Identifies the record for `withdrawAttempt`. */
  RowId: string
  /** Failed logins to the account from the client address. */
  OfAccount: number
  /** Failed logins to any account from the client address. */
  OfAddress: number
}

export const loginFailures = (sql: Sql) => ({
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
      from login_failures where address = ${address}`
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
})
