/** Posts seen without their blog: of the whole service, of a creator, of an author, of a source. */
import type { Static } from 'typebox'
import type { ListQuery } from '../../schemas/language/paging.ts'
import { DataPost, DataPostCriteria, type DeletedDataPost } from '../../schemas/post.ts'
import { columnsOf, type Sql } from '../client.ts'
import { keysIn, type Page } from '../collection.ts'
import { forList, isFiltered, matching, ordering } from '../criteria.ts'
import { postStates, type PostState } from './states.ts'

type DataPostRow = Static<typeof DataPost>

/** Whose posts a list shows; all of them when nothing is set. */
export interface DataPostScope { creator?: number, author?: number, source?: number, sourceType?: string }

/** A page of posts, and whether it may show drafts. */
export type DataPostPage = Page<Pick<DataPostRow, 'Id'>> & { showsDrafts: boolean }

/** Queries for posts whatever their blog. */
export const dataPosts = (sql: Sql) => {
  const everything = sql(columnsOf(DataPost))
  const states = postStates(sql)

  const scoped = ({ creator, author, source, sourceType }: DataPostScope) => sql`
    ${creator === undefined ? sql`` : sql`and creator = ${creator}`}
    ${author === undefined ? sql`` : sql`and author = ${author}`}
    ${source === undefined ? sql`` : sql`and author in (select id from collaborators where source = ${source})`}
    ${sourceType === undefined
      ? sql``
      : sql`and author in (select id from collaborators where source in (select id from sources where type = ${sourceType}))`}`

  return {
    /** A post; of a deleted one, only what a reader needs to drop it. */
    async find (postId: number): Promise<DataPostRow | Static<typeof DeletedDataPost> | undefined> {
      const [row] = await sql<[DataPostRow?]>`select ${everything} from post_rows where id = ${postId}`
      if (row?.DeletedOn === undefined) return row
      return { Id: row.Id, IsPublished: row.IsPublished, DeletedOn: row.DeletedOn }
    },

    /** Posts that a list has named. */
    load: (ids: number[]): Promise<DataPostRow[]> => sql<DataPostRow[]>`
      select ${everything} from post_rows where id = any(${keysIn(sql, ids)}) and deleted_on is null`,

    /** A page of posts that are not deleted, in order of their ids. One statement, hence one snapshot. */
    async list (state: PostState, query: ListQuery, scope: DataPostScope = {}): Promise<DataPostPage> {
      const { limit, offset, detailed } = query
      const { listed, count } = states[state]
      const chosen = sql`${listed} and ${matching(sql, DataPostCriteria, query)} ${scoped(scope)}`
      const isPlain = Object.keys(scope).length === 0 && !isFiltered(DataPostCriteria, query)
      const total = isPlain
        ? sql`select coalesce(sum(${count}), 0) + (select count(*) from posts where blog is null and ${listed}) from blogs`
        : sql`select count(*) from posts where ${chosen}`
      const [{ Total, Ids }] = await forList(DataPostCriteria, query, sql<[{ Total: number, Ids: number[] }]>`
        select ${detailed ? sql`(${total})::integer` : sql`0`} as total, array_to_json(array(
          select id from posts where ${chosen}
          order by ${ordering(sql, DataPostCriteria, query, sql`id`)} limit ${limit} offset ${offset}
        )) as ids`)
      const page = { items: Ids.map((Id) => ({ Id })), showsDrafts: state !== 'published' }
      return detailed ? { total: Total, limit: Math.min(limit, Total), offset, ...page } : page
    }
  }
}
