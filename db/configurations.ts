/** Settings of blogs. */
import { Configuration, ConfigurationCriteria } from '../schemas/configuration.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { columnsOf, type Sql } from './client.ts'
import { collection, keysIn } from './collection.ts'
import type { Static } from 'typebox'

type ConfigurationRow = Static<typeof Configuration>

/** A setting as a list names it. */
export type ConfigurationKey = Pick<ConfigurationRow, 'Blog' | 'Name'>

/** Queries for settings. */
export const configurations = (sql: Sql) => {
  const { find, list } = collection(sql, 'configurations', Configuration, 'Name', ConfigurationCriteria)
  return {
    /** A setting of a blog. */
    find: (blogId: number, name: string) => find(name, sql`blog = ${blogId}`),

    /** Settings that a list has named. */
    load: (keys: readonly ConfigurationKey[]): Promise<ConfigurationRow[]> => sql<ConfigurationRow[]>`
      select ${sql(columnsOf(Configuration))} from configurations
      where blog = any(${keysIn(sql, keys.map(({ Blog }) => Blog))}) and name = any(${keysIn(sql, keys.map(({ Name }) => Name))})`,

    /** The settings of a blog, by name. */
    async listOfBlog (blogId: number, query: ListQuery) {
      const { items, ...attributes } = await list(query, sql`blog = ${blogId}`)
      return { ...attributes, items: items.map(({ Name }) => ({ Blog: blogId, Name })) }
    }
  }
}
