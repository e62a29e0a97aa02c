/**
 * Inserts, changes and deletes the rows of any table. A client may repeat a request with the same idempotency key: then
 * it gets the result of the first one.
 */
import { acting, byColumn, type Fragment, type Sql } from './client.ts'
import { hasValues } from './criteria.ts'

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

/** An attempt that nobody repeats. */
export const WITHOUT_KEY: Attempt = { user: 0, key: null, request: '' }

/** A value that a property can be set to. */
export type Value = string | number | boolean | Date | null

/** Values by property. */
export type Values = Readonly<Record<string, Value>>

/** Values by property, or SQL for them. */
export type Changes = Readonly<Record<string, Value | Fragment>>

/** The values that identify a row, by property. */
export type Key = Readonly<Record<string, string | number>>

/**
 * Statements that change a table. The parameter `version` is the version the row must still have; null stands for any.
 */
export interface Writes {
  /** Inserts an item and returns its id. A repeated attempt returns the id of the first one. */
  readonly insert: (attempt: Attempt, values: Values) => Promise<number>
  /** Changes an item, unless an earlier attempt has. Returns whether it did, which needs the version. */
  readonly change: (key: Key, version: number | null, values: Values, attempt?: Attempt) => Promise<boolean>
  /** Deletes an item. Returns whether it still had the version. */
  readonly remove: (key: Key, version: number | null) => Promise<boolean>
}

/**
 * Returns the id of the item that an earlier attempt has created or changed; undefined if this is the first attempt.
 * @throws PostgresError of the constraint `idempotency_keys_request` if the key belongs to another request
 */
export const madeBy = async (sql: Sql, { user, key, request }: Attempt): Promise<number | undefined> => {
  const [{ Made }] = await sql<[{ Made?: number }]>`select made_by_key(${user}, ${key}, ${request}) as made`
  return Made
}

/**
 * Inserts an item in one statement, unless an earlier attempt has inserted it.
 * @param inserts common table expressions. One must be called `inserted` and return the `id` of the new item. All of
 *   them must insert nothing unless `made is null` in the table `claimed`.
 * @returns the id of the item that this or an earlier attempt has inserted
 * @throws PostgresError of the constraint `idempotency_keys_request` if the key belongs to another request
 */
export const insertOnce = async (sql: Sql, { user, key, request }: Attempt, inserts: Fragment): Promise<number> => {
  const [{ Id }] = await sql<[{ Id: number }]>`
    with claimed as materialized (select claim_key(${acting(sql, user)}, ${key}, ${request}) as made),
    ${inserts},
    result as (select coalesce(claimed.made, inserted.id) as id from claimed left join inserted on true)
    select id, settle_key(${user}, ${key}, id) from result`
  return Id
}

/** Returns the statements that change a table. Its rows need a `version`, and an `id` for idempotency keys. */
export const records = (sql: Sql, table: string) => {
  /** Returns the condition that a row has the key and still has the version. It also names the actor. */
  const hasKeyAndVersion = (key: Key, version: number | null) =>
    sql`${hasValues(sql, key)} and (${version}::integer is null or version = ${version}) and ${acting(sql)}`

  return {
    async insert(attempt, values) {
      const row = byColumn(values)
      // Fragments, because postgres would expand an array of names after `insert` to a list of values.
      const columns = Object.keys(row)
        .map((column) => sql`${sql(column)}`)
        .reduce((all, column) => sql`${all}, ${column}`)
      return insertOnce(
        sql,
        attempt,
        sql`inserted as (
        insert into ${sql(table)} (${columns})
        select ${columns} from claimed, jsonb_populate_record(null::${sql(table)}, ${sql.json(row)}) where made is null
        returning id
      )`
      )
    },

    async change(row, version, values: Changes, { user, key, request } = WITHOUT_KEY) {
      const { count } = await sql`
        update ${sql(table)} set ${sql(byColumn(values))}
        where ${hasKeyAndVersion(row, version)} and claim_key(${user}, ${key}, ${request}) is null
        returning settle_key(${user}, ${key}, id)`
      return count > 0
    },

    async remove(key, version) {
      const { count } = await sql`delete from ${sql(table)} where ${hasKeyAndVersion(key, version)}`
      return count > 0
    }
  } satisfies Writes
}

/** Statements that add and remove pairs of items, such as a role and a right. */
export type Pairs = ReturnType<typeof pairs>

/** Returns the statements for a table whose rows are pairs of ids. */
export const pairs = (sql: Sql, table: string) => ({
  /** Adds a pair. Does nothing if it exists. */
  async add(key: Key) {
    await sql`insert into ${sql(table)} ${sql(byColumn(key))} on conflict do nothing returning ${acting(sql)}`
  },

  /** Removes a pair. Returns whether it existed. */
  async remove(key: Key) {
    const { count } = await sql`delete from ${sql(table)} where ${hasValues(sql, key)} and ${acting(sql)}`
    return count > 0
  }
})
