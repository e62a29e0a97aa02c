/** Queries for the settings of blogs. */
import type { Static } from 'typebox'
import { Configuration, Configurations } from '../schemas/configuration.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { type Sql, keysIn } from './client.ts'
import { collection } from './collection.ts'

/** Identifies a setting in the list of a blog. */
export type ConfigurationKey = Pick<Static<typeof Configuration>, 'Blog' | 'Name'>

export const configurations = (sql: Sql) => {
  const { findBy, load, list } = collection(sql, 'configurations', Configuration, 'Name', Configurations.criteria)
  return {
    findBy,

    /** Returns settings for these keys, in no particular order. It may return more: each name in each of the blogs. */
    load: (keys: readonly ConfigurationKey[]) =>
      load(
        keys.map(({ Name }) => Name),
        sql`blog = any(${keysIn(
          sql,
          keys.map(({ Blog }) => Blog)
        )})`
      ),

    /** Returns a page of the settings of a blog, ordered by name. */
    async listOfBlog(blogId: number, query: ListQuery) {
      const page = await list(query, sql`blog = ${blogId}`)
      return { ...page, items: page.items.map(({ Name }) => ({ Blog: blogId, Name })) }
    }
  }
}
