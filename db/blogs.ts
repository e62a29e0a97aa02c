/** Blogs. */
import { Blog } from '../schemas/blog.ts'
import type { Paging } from '../schemas/paging.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for blogs. */
export const blogs = (sql: Sql) => {
  const { find, exists, list } = collection(sql, 'blogs', Blog, 'Id')
  const live = (only: boolean) => only ? sql`is_live` : sql`true`

  return {
    find,
    exists,

    /** All blogs, or the live ones. */
    list: (paging: Paging, { live: only = false } = {}) => list(paging, live(only)),

    /** The blogs a user created or is a member of. */
    listOfUser: (userId: number, paging: Paging, { live: only = false } = {}) =>
      list(paging, sql`id in (select blog from blogs_assigned where "user" = ${userId}) and ${live(only)}`),

    /** The blogs written in a language. */
    listOfLanguage: (languageId: number, paging: Paging, { live: only = false } = {}) =>
      list(paging, sql`language = ${languageId} and ${live(only)}`)
  }
}
