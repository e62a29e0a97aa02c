/** Making, changing and deleting the rows of a table. */
import { toColumn, type Fragment, type Sql } from './client.ts'
import type { Attempt } from './idempotency-keys.ts'
import { holding } from './criteria.ts'

/** Value that a property can be set to. */
export type Value = string | number | boolean | Date | null

/** Values by property. */
export type Values = Readonly<Record<string, Value>>

/** The values that identify a row, by property. */
export type Key = Readonly<Record<string, string | number>>

/** Makes, changes and deletes items. */
export interface Writes {
  /** Makes an item, once for all attempts. @returns its id */
  readonly insert: (attempt: Attempt, values: Values) => Promise<number>
  /** Changes an item. @param version the one it must still have; null stands for any. @returns whether it had it */
  readonly change: (key: Key, version: number | null, values: Values) => Promise<boolean>
  /** Deletes an item. @param version as above. @returns whether it still had the version */
  readonly remove: (key: Key, version: number | null) => Promise<boolean>
}

/**
 * Makes something once for all attempts, in one statement.
 * @param making queries after `with`. One is called `fresh` and gives the id of what it has made; none makes anything
 *   but `from claimed where made is null`
 * @returns the id of what this or an earlier attempt has made
 * @throws PostgresError of the constraint `idempotency_keys_request` when the key belongs to another request
 */
export const makeOnce = async (sql: Sql, { user, key, request }: Attempt, making: Fragment): Promise<number> => {
  const [{ Id }] = await sql<[{ Id: number }]>`
    with claimed as materialized (select claim_key(${user}, ${key}, ${request}) as made),
    ${making},
    result as (select coalesce(claimed.made, fresh.id) as id from claimed left join fresh on true)
    select id, settle_key(${user}, ${key}, id) from result`
  return Id
}

/** Queries that change a table whose rows have a `version`, and an `id` by which idempotency keys know them. */
export const records = (sql: Sql, table: string): Writes => {
  /** The row of a key, if it still has a version; null stands for any. */
  const current = (key: Key, version: number | null) =>
    sql`${holding(sql, key)} and (${version}::integer is null or version = ${version})`

  return {
    async insert(attempt, values) {
      const row = byColumn(values)
      // A list of names after `insert` would be taken for a list of values.
      const columns = Object.keys(row)
        .map((column) => sql`${sql(column)}`)
        .reduce((all, column) => sql`${all}, ${column}`)
      return makeOnce(
        sql,
        attempt,
        sql`fresh as (
        insert into ${sql(table)} (${columns})
        select ${columns} from claimed, jsonb_populate_record(null::${sql(table)}, ${sql.json(row)}) where made is null
        returning id
      )`
      )
    },

    async change(key, version, values) {
      const { count } = await sql`update ${sql(table)} set ${sql(byColumn(values))} where ${current(key, version)}`
      return count > 0
    },

    async remove(key, version) {
      const { count } = await sql`delete from ${sql(table)} where ${current(key, version)}`
      return count > 0
    }
  }
}

const byColumn = <V>(values: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(values).map(([property, value]) => [toColumn(property), value]))

/** Puts two items together and parts them. */
export interface Pairs {
  /** Puts two items together; those that are together already stay so. */
  readonly join: (key: Key) => Promise<void>
  /** Parts two items. @returns whether they were together */
  readonly part: (key: Key) => Promise<boolean>
}

/** Queries for a table whose rows only say that two items belong together. */
export const pairs = (sql: Sql, table: string): Pairs => ({
  async join(key) {
    await sql`insert into ${sql(table)} ${sql(byColumn(key))} on conflict do nothing`
  },

  async part(key) {
    const { count } = await sql`delete from ${sql(table)} where ${holding(sql, key)}`
    return count > 0
  }
})
