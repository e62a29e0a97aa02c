/** Finds and lists items that the service knows without the database, such as its own packages and routes. */
import { matchesAmong, pageOf, type Page } from '../../db/collection.ts'
import type { Sql } from '../../db/client.ts'
import type { Criteria } from '../../schemas/language/criteria.ts'
import type { ListQuery } from '../../schemas/language/paging.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import type { Key } from '../../db/records.ts'

/**
 * Returns queries over items with an `Id`.
 * @param items returns the items. It is called at each query, because some items exist only when the service is ready
 * @param criteria the criteria that filter and order lists
 */
export const knownItems = <Item extends { readonly Id: string | number }>(
  sql: Sql,
  items: () => readonly Item[],
  criteria: Criteria = {}
) => ({
  findBy: async ({ Id }: Key) => items().find((item) => item.Id === Id),

  /** Returns whether there is an item with an id. */
  exists: async (id: string | number) => items().some(({ Id }) => Id === id),

  /** Returns the items of references, in no particular order. */
  load: async (references: readonly Row[]) => {
    const ids = new Set(references.map(({ Id }) => Id))
    return items().filter(({ Id }) => ids.has(Id))
  },

  /** Returns a page of the items that have the values of some properties, and match the query. */
  list: async (query: ListQuery, values: Key = {}): Promise<Page<Item>> => {
    const hasValues = (item: Item) => Object.entries(values).every(([name, value]) => membersOf(item)[name] === value)
    return pageOf(await matchesAmong(sql, items().filter(hasValues), criteria, query), query)
  }
})
