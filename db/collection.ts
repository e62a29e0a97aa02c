/** Finding and listing the items of a model in the table or view that holds its columns. */
import type { Static } from 'typebox'
import type { Criteria } from '../schemas/language/criteria.ts'
import type { ListQuery, Paging } from '../schemas/language/paging.ts'
import type { AnyModel } from '../schemas/language/vocabulary.ts'
import { columnsOf, type Fragment, type Sql } from './client.ts'
import { forList, matching, ordering } from './criteria.ts'

/** A page of items with the list's attributes, which `detailed=false` leaves out. */
export interface Page<Item> { total?: number, limit?: number, offset?: number, items: Item[] }

/**
 * Queries over one relation.
 * @param relation table or view with a column for each property of the model
 * @param key column that identifies an item and orders lists
 * @param criteria what lists can be filtered and ordered by
 */
export const collection = <M extends AnyModel, K extends string & keyof Static<M>>(
  sql: Sql, relation: string, model: M, key: K, criteria: Criteria = {}
) => {
  const keyColumn = columnsOf({ properties: { [key]: null } })
  const everything = sql(columnsOf(model))

  return {
    /** The item under a key, if there is one. */
    async find (value: Static<M>[K] & (string | number), where: Fragment = sql`true`) {
      const [row] = await sql<[Static<M>?]>`
        select ${everything} from ${sql(relation)} where ${sql(keyColumn)} = ${value} and ${where}`
      return row
    },

    /** Whether there is an item under a key. */
    async exists (value: Static<M>[K] & (string | number)): Promise<boolean> {
      const found = await sql`select from ${sql(relation)} where ${sql(keyColumn)} = ${value}`
      return found.length > 0
    },

    /** The items under some keys, in no order. */
    load: (values: (string | number)[]): Promise<Static<M>[]> => sql<Static<M>[]>`
      select ${everything} from ${sql(relation)} where ${sql(keyColumn)} = any(${keysIn(sql, values)})`,

    /**
     * The keys of a page of the items that match, in order of their keys unless the query orders them. One statement:
     * the total is of the same moment as the items, and costs no second way to the database.
     */
    async list (query: ListQuery, where: Fragment = sql`true`): Promise<Page<Pick<Static<M>, K>>> {
      const chosen = sql`${where} and ${matching(sql, criteria, query)}`
      const { limit, offset, detailed } = query
      const [{ Total, Items }] = await forList(criteria, query, sql<[{ Total: number, Items: Pick<Static<M>, K>[] }]>`
        select ${detailed ? sql`(select count(*)::integer from ${sql(relation)} where ${chosen})` : sql`0`} as total,
          array_to_json(array(
            select json_build_object(${key}::text, page.${sql(keyColumn)})
            from (
              select ${sql(keyColumn)} from ${sql(relation)} where ${chosen}
              order by ${ordering(sql, criteria, query, sql`${sql(keyColumn)}`)} limit ${limit} offset ${offset}
            ) as page
          )) as items`)
      return detailed ? { total: Total, limit: Math.min(limit, Total), offset, items: Items } : { items: Items }
    }
  }
}

/** Keys as an array of PostgreSQL's type for them. As JSON, because the driver knows no array type before its first answer. */
export const keysIn = (sql: Sql, keys: (string | number)[]): Fragment => typeof keys[0] === 'number'
  ? sql`array(select jsonb_array_elements_text(${sql.json(keys)})::integer)`
  : sql`array(select jsonb_array_elements_text(${sql.json(keys)}))`

/** Puts a page together; the total is not counted when nobody asked for it. */
export const page = async <Item>(
  { offset, limit, detailed }: Paging, read: { total: () => Promise<number>, items: () => PromiseLike<Item[]> }
): Promise<Page<Item>> => {
  if (!detailed) return { items: await read.items() }
  const [total, items] = await Promise.all([read.total(), read.items()])
  return { total, limit: Math.min(limit, total), offset, items }
}
