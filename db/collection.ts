/** Finds and lists the items of a model in a table or view that has the model's columns. */
import type { Static } from 'typebox'
import type { Criteria, CriterionKind } from '../schemas/language/criteria.ts'
import type { ListQuery, Paging } from '../schemas/language/paging.ts'
import type { AnyModel } from '../schemas/language/models.ts'
import { isKey, type Row } from '../schemas/language/rows.ts'
import { columnsOf, keysIn, toColumn, type Fragment, type Sql } from './client.ts'
import { allOf, criteriaUsed, hasValues, matching, ordering, preparedUnlessFiltered } from './criteria.ts'

/** A page of items with the attributes of the list. `detailed=false` leaves the attributes out. */
export interface Page<Item> {
  total?: number
  limit?: number
  offset?: number
  items: Item[]
}

/** Values by property. A property whose value is undefined may have any value. */
type PropertyValues<M extends AnyModel> = { readonly [P in string & keyof Static<M>]?: string | number | undefined }

/** The schemas of a family that its queries follow from. */
interface Schemas<M extends AnyModel> {
  readonly model: M
  /** Criteria by which a query can filter and order lists. */
  readonly criteria?: Criteria
}

/**
 * Returns the queries for the items of a family.
 * @param relation table or view with a column for each property of the model, or a fragment that can follow `from`
 * @param key properties that identify an item: those of its address. The last one orders lists
 */
export const collection = <M extends AnyModel, K extends string & keyof Static<M>>(
  sql: Sql,
  relation: string | Fragment,
  { model, criteria = {} }: Schemas<M>,
  ...key: readonly [...K[], K]
) => {
  const from = typeof relation === 'string' ? sql`${sql(relation)}` : relation
  const id = sql(toColumn(key[key.length - 1] ?? key[0]))
  const columns = sql(columnsOf(model))

  /** Returns the keys of a page of matching items. `order` applies if the query names no order. */
  const page = (query: ListQuery, where: Fragment, order = sql`${id}`): Promise<Page<Pick<Static<M>, K>>> =>
    readPage(sql, query, { properties: key, from, where, order, criteria })

  return {
    /** Returns the item with an id; undefined if the item does not exist. */
    async find(value: Static<M>[K] & (string | number)) {
      const [row] = await sql<[Static<M>?]>`select ${columns} from ${from} where ${id} = ${value}`
      return row
    },

    /** Returns an item whose properties have these values; undefined if no item has them. */
    async findBy(values: PropertyValues<M>) {
      const [row] = await sql<[Static<M>?]>`select ${columns} from ${from} where ${hasValues(sql, values)} limit 1`
      return row
    },

    /** Returns whether there is an item with an id. */
    async exists(value: Static<M>[K] & (string | number)): Promise<boolean> {
      const { count } = await sql`select from ${from} where ${id} = ${value}`
      return count > 0
    },

    /**
     * Returns the items of references, in no particular order. It may return more, if several properties identify an
     * item: each id below each of the others.
     */
    async load(references: readonly Row[]): Promise<Static<M>[]> {
      const keyValues = key.map((name) => ({ name, values: references.map((row) => row[name]).filter(isKey) }))
      if (keyValues.at(-1)?.values.length === 0) return []
      const isAmong = keyValues
        .filter(({ values }) => values.length > 0)
        .map(({ name, values }) => sql`${sql(toColumn(name))} = any(${keysIn(sql, values)})`)
      return sql<Static<M>[]>`select ${columns} from ${from} where ${allOf(sql, isAmong)}`
    },

    page,

    /** Returns the keys of a page of the items whose properties have these values. */
    list: (query: ListQuery, values: PropertyValues<M> = {}) => page(query, hasValues(sql, values))
  }
}

/** Returns the queries for the items of a family in a table or view that has the columns of its model. */
export const collectionOf =
  <M extends AnyModel, K extends string & keyof Static<M>>(
    relation: string,
    schemas: Schemas<M>,
    ...key: readonly [...K[], K]
  ) =>
  (sql: Sql) =>
    collection(sql, relation, schemas, ...key)

/** The rows that a page is read from. */
export interface PageSource {
  /** Properties to read of each row. */
  readonly properties: readonly string[]
  /** A table, a view or a subquery. */
  readonly from: Fragment
  readonly where: Fragment
  /** Order of the rows if the query names none. */
  readonly order: Fragment
  /** Criteria that the query may filter and order by. */
  readonly criteria?: Criteria
  /** SQL for the number of rows that match. Only needed if it is cheaper than counting them. */
  readonly total?: Fragment | undefined
}

/**
 * Reads a page in one statement, so that its total and its items are from the same snapshot.
 * @returns rows of strings, numbers and booleans. They are sent as JSON, so dates and times are ISO 8601 strings.
 */
export const readPage = async <Row extends object>(
  sql: Sql,
  query: ListQuery,
  { properties, from, where, order, criteria = {}, total }: PageSource
): Promise<Page<Row>> => {
  const { limit, offset, detailed } = query
  const matches = sql`${from} where ${where} and ${matching(sql, criteria, query)}`
  const count = total ?? sql`select count(*) from ${matches}`
  const members = properties
    .map((property) => sql`${property}::text, page.${sql(toColumn(property))}`)
    .reduce((list, member) => sql`${list}, ${member}`)
  const [{ Total, Items }] = await preparedUnlessFiltered(
    criteria,
    query,
    sql<[{ Total: number; Items: Row[] }]>`
    select ${detailed ? sql`(${count})::integer` : sql`0`} as total,
      array_to_json(array(
        select json_strip_nulls(json_build_object(${members}))
        from (
          select ${sql(properties.map(toColumn))} from ${matches}
          order by ${ordering(sql, criteria, query, order)} limit ${limit} offset ${offset}
        ) as page
      )) as items`
  )
  return { ...(detailed && { total: Total, limit: Math.min(limit, Total), offset }), items: Items }
}

/**
 * Returns the items that match a query, in its order, else in their own. These items are in no table: the statement
 * contains them as a record set, so that filters and orders work in the same way for them.
 */
export const matchesAmong = async <Item extends object>(
  sql: Sql,
  items: readonly Item[],
  criteria: Criteria,
  query: ListQuery
): Promise<readonly Item[]> => {
  const used = criteriaUsed(criteria, query)
  if (used.length === 0) return items
  const types = new Map(used.flatMap(({ kind, columns }) => columns.map((name) => [name, kind])))
  const records = items.map((item, position) => ({
    position,
    ...Object.fromEntries([...types.keys()].map((name) => [toColumn(name), Reflect.get(item, name)]))
  }))
  const definitions = [...types]
    .map(([name, kind]) => sql`${sql(toColumn(name))} ${columnType(sql, kind)}`)
    .reduce((list, definition) => sql`${list}, ${definition}`)
  const matches = await preparedUnlessFiltered(
    criteria,
    query,
    sql<{ Position: number }[]>`
      select position from jsonb_to_recordset(${sql.json(records)}) as item (position integer, ${definitions})
      where ${matching(sql, criteria, query)} order by ${ordering(sql, criteria, query, sql`position`)}`
  )
  return matches.flatMap(({ Position }) => items[Position] ?? [])
}

/** Returns the type of the columns that a kind of criterion compares. */
const columnType = (sql: Sql, kind: CriterionKind): Fragment => {
  if (kind === 'flag') return sql`boolean`
  if (kind === 'moment') return sql`timestamptz`
  return kind === 'range' || kind === 'decimal' || kind === 'ids' ? sql`numeric` : sql`text`
}

/** Returns one page of a list of items. */
export const pageOf = <Item>(items: readonly Item[], { offset, limit, detailed }: Paging): Page<Item> => ({
  ...(detailed && { total: items.length, limit: Math.min(limit, items.length), offset }),
  items: items.slice(offset, offset + limit)
})
