/** Blogs. */
import { Blog, BlogCriteria } from '../schemas/blog.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { columnsOf, type Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for blogs. */
export const blogs = (sql: Sql) => {
  const columns = [...columnsOf(Blog), 'is_open'].filter((column) => column !== 'updated_on')
  const rows = sql`(select ${sql(columns)}, coalesce(updated_on, created_on) as updated_on from blogs) as blogs`
  const { find, exists, load, list } = collection(sql, rows, Blog, 'Id', BlogCriteria)
  const live = (only: boolean) => only ? sql`is_live` : sql`true`

  return {
    find,
    exists,
    load,

    /** All blogs, or the live ones. */
    list: (query: ListQuery, { live: only = false } = {}) => list(query, live(only)),

    /** The blogs a user created or is a member of; all, or those written in a language. */
    listOfUser: (userId: number, query: ListQuery, { live: only = false, language }: { live?: boolean, language?: number } = {}) => list(query, sql`
      (creator = ${userId} or id in (
        select blog from blog_collaborators join collaborators on collaborators.id = blog_collaborators.collaborator where "user" = ${userId}
      )) and ${live(only)} ${language === undefined ? sql`` : sql`and language = ${language}`}`),

    /** The blogs written in a language. */
    listOfLanguage: (languageId: number, query: ListQuery, { live: only = false } = {}) =>
      list(query, sql`language = ${languageId} and ${live(only)}`)
  }
}
