/** What decides which actions a user is offered. */
import type { Sql } from './client.ts'

/** Queries for actions. */
export const actions = (sql: Sql) => ({
  /** The names of the rights a user holds, directly or by a role. */
  async rightsOf (userId: number): Promise<ReadonlySet<string>> {
    const held = await sql<{ Name: string }[]>`
      select name from rights where id in (select "right" from rights_held where "user" = ${userId})`
    return new Set(held.map(({ Name }) => Name))
  }
})
