/** Queries that find and list blogs. */
import { Blogs, type BlogRow } from '../schemas/blog.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { columnsOf, type Sql } from './client.ts'
import { collection } from './collection.ts'
import { hasValues } from './criteria.ts'

/** Limits a list to live blogs, or to blogs in one language. */
interface BlogScope {
  live?: boolean
  language?: number
}

/** A blog as `desk blog list` shows it. */
export interface BlogOverview extends Pick<BlogRow, 'Id' | 'Title' | 'IsLive' | 'ClosedOn'> {
  /** Login name of the creator. */
  Creator: string
  /** Code of the language, such as `en`. */
  Language: string
}

export const blogs = (sql: Sql) => {
  const columns = [...columnsOf(Blogs.model), 'is_open'].filter((column) => column !== 'updated_on')
  const rows = sql`(select ${sql(columns)}, coalesce(updated_on, created_on) as updated_on from blogs) as blogs`
  const all = collection(sql, rows, Blogs, 'Id')
  const scoped = ({ live = false, language }: BlogScope) =>
    sql`deleted_on is null and ${live ? sql`is_live` : sql`true`} and ${hasValues(sql, { language })}`

  return {
    ...all,

    /** Returns a page of the blogs that are not hidden. */
    list: (query: ListQuery, scope: BlogScope = {}) => all.page(query, scoped(scope)),

    /** Returns a page of the blogs that a user created or is a member of. */
    listOfUser: (userId: number, query: ListQuery, scope: BlogScope = {}) =>
      all.page(
        query,
        sql`${scoped(scope)}
      and (creator = ${userId} or id in (
        select blog from blog_collaborators
        join collaborators on collaborators.id = blog_collaborators.collaborator
        where "user" = ${userId}
      ))`
      ),

    /** Returns all blogs, hidden ones too, ordered by id. */
    overview: () => sql<BlogOverview[]>`
      select blogs.id, title, users.name as creator, languages.code as language, is_live, closed_on
      from blogs
      join users on users.id = blogs.creator
      join languages on languages.id = blogs.language
      order by blogs.id`,

    /** Returns a page of the blogs in a language. */
    listOfLanguage: (language: number, query: ListQuery, scope: BlogScope = {}) =>
      all.page(query, scoped({ ...scope, language }))
  }
}
