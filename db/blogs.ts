/** Blogs. */
import { Blog, BlogCriteria } from '../schemas/blog.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { columnsOf, type Sql } from './client.ts'
import { collection } from './collection.ts'
import { holding } from './criteria.ts'

/** The blogs that a list is limited to. */
interface BlogScope {
  live?: boolean
  language?: number
}

/** A blog as the operator sees it. */
export interface BlogOverview {
  Id: number
  Title: string
  /** Login name of its creator, and the code of its language. */
  Creator: string
  Language: string
  IsLive: boolean
  ClosedOn?: Date
}

/** Queries for blogs. */
export const blogs = (sql: Sql) => {
  const columns = [...columnsOf(Blog), 'is_open'].filter((column) => column !== 'updated_on')
  const rows = sql`(select ${sql(columns)}, coalesce(updated_on, created_on) as updated_on from blogs) as blogs`
  const all = collection(sql, rows, Blog, 'Id', BlogCriteria)
  const scoped = ({ live = false, language }: BlogScope) =>
    sql`deleted_on is null and ${live ? sql`is_live` : sql`true`} and ${holding(sql, { language })}`

  return {
    ...all,

    /** All blogs, or the live ones. */
    list: (query: ListQuery, scope: BlogScope = {}) => all.list(query, scoped(scope)),

    /** The blogs a user created or is a member of; all, the live ones, those written in a language. */
    listOfUser: (userId: number, query: ListQuery, scope: BlogScope = {}) =>
      all.list(
        query,
        sql`${scoped(scope)}
      and (creator = ${userId} or id in (
        select blog from blog_collaborators
        join collaborators on collaborators.id = blog_collaborators.collaborator
        where "user" = ${userId}
      ))`
      ),

    /** All blogs. */
    overview: () => sql<BlogOverview[]>`
      select blogs.id, title, users.name as creator, languages.code as language, is_live, closed_on
      from blogs
      join users on users.id = blogs.creator
      join languages on languages.id = blogs.language
      order by blogs.id`,

    /** The blogs written in a language. */
    listOfLanguage: (language: number, query: ListQuery, scope: BlogScope = {}) =>
      all.list(query, scoped({ ...scope, language }))
  }
}
