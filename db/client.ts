/** The connection to PostgreSQL. */
import postgres from 'postgres'

/** The pool of connections. */
export type Pool = postgres.Sql<Record<string, never>>

/** The pool, or a transaction. `sql` templates are parameterised queries; nested templates are fragments. */
export type Sql = postgres.ISql<Record<string, never>>

/** A piece of a query. */
export type Fragment = postgres.Fragment

/** Is told a statement and what its parameters are. */
export type Watch = (statement: string, parameters: postgres.ParameterOrJSON<never>[]) => void

/**
 * Opens a pool; connections are made when first needed.
 * @param url PostgreSQL address
 * @param max most connections
 * @param watch is told each statement that is sent
 */
export const connect = ({ url, max = 10, watch }: { url: string, max?: number, watch?: Watch | undefined }): Pool => postgres(url, {
  max,
  debug: watch !== undefined && ((_connection, statement, parameters) => watch(statement, parameters)),
  connect_timeout: 5,
  idle_timeout: 60,
  max_lifetime: 60 * 60,
  // A column's name is the property's name in snake case, so no mapping layer exists.
  // What is absent in the database is absent in the row.
  transform: { column: { from: toProperty, to: toColumn }, value: { from: (value: unknown) => value ?? undefined } },
  // No query of this service takes seconds: one that does is stuck, and must not hold its connection.
  connection: { application_name: 'desk', statement_timeout: 10_000, idle_in_transaction_session_timeout: 30_000, TimeZone: 'UTC' },
  onnotice: () => {}
})

const ACRONYMS: Readonly<Record<string, string>> = { uri: 'URI', url: 'URL' }

/** `is_live` → `IsLive`, `c_id` → `CId`, `origin_uri` → `OriginURI`. */
const toProperty = (column: string) =>
  column.split('_').map((word) => ACRONYMS[word] ?? word.charAt(0).toUpperCase() + word.slice(1)).join('')

/** `IsLive` → `is_live`, `CId` → `c_id`, `OriginURI` → `origin_uri`. */
export const toColumn = (property: string) =>
  property.replace(/URI|URL|[A-Z][a-z0-9]*/g, (word, at: number) => (at === 0 ? '' : '_') + word.toLowerCase())

/** The select list of a schema: its properties as columns, without those that nothing fills. */
export const columnsOf = (schema: { properties: object }) =>
  Object.entries(schema.properties).flatMap(([name, property]) => isUnfilled(property) ? [] : [toColumn(name)])

const isUnfilled = (property: unknown) => typeof property === 'object' && property !== null && 'unfilled' in property
