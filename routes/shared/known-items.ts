/** Finds and lists items that the service knows without the database, such as its own packages and routes. */
import { matchesAmong, pageOf, type Page } from '../../db/collection.ts'
import type { Sql } from '../../db/client.ts'
import type { Criteria } from '../../schemas/language/criteria.ts'
import type { ListQuery } from '../../schemas/language/paging.ts'
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
  /** Returns the item with an id, or undefined. */
  find: (id: Item['Id']) => items().find(({ Id }) => Id === id),

  findBy: async ({ Id }: Key) => items().find((item) => item.Id === Id),

  /** Returns the items with these ids, in no particular order. */
  load: async (ids: readonly (string | number)[]) => items().filter(({ Id }) => ids.includes(Id)),

  /** Returns a page of the items that match the query. */
  list: async (query: ListQuery, where: (item: Item) => boolean = () => true): Promise<Page<Item>> =>
    pageOf(await matchesAmong(sql, items().filter(where), criteria, query), query)
})
