/** Settings of blogs. */
import type { Static } from 'typebox'
import { Configuration, ConfigurationCriteria } from '../schemas/configuration.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { collection, keysIn } from './collection.ts'

/** A setting as a list names it. */
export type ConfigurationKey = Pick<Static<typeof Configuration>, 'Blog' | 'Name'>

/** Queries for settings. */
export const configurations = (sql: Sql) => {
  const { find, findBy, load, list } = collection(sql, 'configurations', Configuration, 'Name', ConfigurationCriteria)
  return {
    findBy,

    /** A setting of a blog. */
    find: (blogId: number, name: string) => find(name, sql`blog = ${blogId}`),

    /** Settings that a list has named. */
    load: (keys: readonly ConfigurationKey[]) =>
      load(
        keys.map(({ Name }) => Name),
        sql`blog = any(${keysIn(
          sql,
          keys.map(({ Blog }) => Blog)
        )})`
      ),

    /** The settings of a blog, by name. */
    async listOfBlog(blogId: number, query: ListQuery) {
      const page = await list(query, sql`blog = ${blogId}`)
      return { ...page, items: page.items.map(({ Name }) => ({ Blog: blogId, Name })) }
    }
  }
}
