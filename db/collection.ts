/** Finding and listing the items of a model in the table or view that holds its columns. */
import type { Static } from 'typebox'
import type { Criteria } from '../schemas/language/criteria.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import type { AnyModel } from '../schemas/language/vocabulary.ts'
import { columnsOf, toColumn, type Fragment, type Sql } from './client.ts'
import { forList, holding, matching, ordering } from './criteria.ts'

/** A page of items with the list's attributes, which `detailed=false` leaves out. */
export interface Page<Item> {
  total?: number
  limit?: number
  offset?: number
  items: Item[]
}

/** Values of properties; of a property whose value is undefined, any will do. */
type PropertyValues<M extends AnyModel> = { readonly [P in string & keyof Static<M>]?: string | number | undefined }

/**
 * Queries over one relation.
 * @param relation table or view with a column for each property of the model, or such rows as what follows `from`
 * @param key column that identifies an item and orders lists
 * @param criteria what lists can be filtered and ordered by
 */
export const collection = <M extends AnyModel, K extends string & keyof Static<M>>(
  sql: Sql,
  relation: string | Fragment,
  model: M,
  key: K,
  criteria: Criteria = {}
) => {
  const from = typeof relation === 'string' ? sql`${sql(relation)}` : relation
  const keyColumn = columnsOf({ properties: { [key]: null } })
  const everything = sql(columnsOf(model))

  /** The keys of a page of the items that match, ordered as the query says, else by `order` or their keys. */
  const list = (
    query: ListQuery,
    where = sql`true`,
    order = sql`${sql(keyColumn)}`
  ): Promise<Page<Pick<Static<M>, K>>> => readPage(sql, query, { properties: [key], from, where, order, criteria })

  return {
    /** The item under a key, if there is one. */
    async find(value: Static<M>[K] & (string | number), where = sql`true`) {
      const [row] = await sql<[Static<M>?]>`
        select ${everything} from ${from} where ${sql(keyColumn)} = ${value} and ${where}`
      return row
    },

    /** The first item whose properties have these values. */
    async findBy(values: PropertyValues<M>) {
      const [row] = await sql<[Static<M>?]>`select ${everything} from ${from} where ${holding(sql, values)} limit 1`
      return row
    },

    /** Whether there is an item under a key. */
    async exists(value: Static<M>[K] & (string | number)): Promise<boolean> {
      const found = await sql`select from ${from} where ${sql(keyColumn)} = ${value}`
      return found.length > 0
    },

    /** The items under some keys, in no order. */
    load: (values: (string | number)[], where = sql`true`): Promise<Static<M>[]> => sql<Static<M>[]>`
      select ${everything} from ${from} where ${sql(keyColumn)} = any(${keysIn(sql, values)}) and ${where}`,

    list,

    /** The keys of a page of the items whose properties have these values. */
    listOf: (values: PropertyValues<M>, query: ListQuery) => list(query, holding(sql, values))
  }
}

/** What a page is read from. */
export interface Chosen {
  /** The properties that are read of each row. */
  readonly properties: readonly string[]
  /** The relation, as what follows `from`; the condition of its rows; and their order unless the query orders them. */
  readonly from: Fragment
  readonly where: Fragment
  readonly order: Fragment
  /** Criteria that the query may filter and order by. */
  readonly criteria?: Criteria
  /** How many rows match; counted where no cheaper number is known. */
  readonly total?: Fragment | undefined
}

/**
 * Reads a page in one statement, so that its total is of the same moment as its items.
 * @returns rows of texts, numbers and flags: they come as JSON, so a moment comes as ISO 8601
 */
export const readPage = async <Row extends object>(
  sql: Sql,
  query: ListQuery,
  { properties, from, where, order, criteria = {}, total }: Chosen
): Promise<Page<Row>> => {
  const { limit, offset, detailed } = query
  const chosen = sql`${from} where ${where} and ${matching(sql, criteria, query)}`
  const counted = total ?? sql`select count(*) from ${chosen}`
  const members = properties
    .map((property) => sql`${property}::text, page.${sql(toColumn(property))}`)
    .reduce((before, member) => sql`${before}, ${member}`)
  const [{ Total, Items }] = await forList(
    criteria,
    query,
    sql<[{ Total: number; Items: Row[] }]>`
    select ${detailed ? sql`(${counted})::integer` : sql`0`} as total,
      array_to_json(array(
        select json_strip_nulls(json_build_object(${members}))
        from (
          select ${sql(properties.map(toColumn))} from ${chosen}
          order by ${ordering(sql, criteria, query, order)} limit ${limit} offset ${offset}
        ) as page
      )) as items`
  )
  return { ...(detailed && { total: Total, limit: Math.min(limit, Total), offset }), items: Items }
}

/**
 * Keys as an array of PostgreSQL's type for them. They are sent as JSON, because the driver knows no array type before
 * its first answer.
 */
export const keysIn = (sql: Sql, keys: (string | number)[]): Fragment =>
  typeof keys[0] === 'number'
    ? sql`array(select jsonb_array_elements_text(${sql.json(keys)})::integer)`
    : sql`array(select jsonb_array_elements_text(${sql.json(keys)}))`
