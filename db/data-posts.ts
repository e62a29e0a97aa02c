/** Posts seen without their blog: of the whole service, of a creator, of an author, of a source. */
import type { Static } from 'typebox'
import type { ListQuery } from '../schemas/paging.ts'
import { DataPost, DataPostCriteria, type DeletedDataPost } from '../schemas/post.ts'
import { columnsOf, type Sql } from './client.ts'
import { keysIn, page, type Page } from './collection.ts'
import { matching, ordering } from './criteria.ts'
import type { PostState } from './posts.ts'

type DataPostRow = Static<typeof DataPost>

/** Whose posts a list shows; all of them when nothing is set. */
export interface DataPostScope { creator?: number, author?: number, source?: number, sourceType?: string }

/** Queries for posts whatever their blog. */
export const dataPosts = (sql: Sql) => {
  const everything = sql(columnsOf(DataPost))
  const states = {
    all: sql`deleted_on is null`,
    published: sql`deleted_on is null and published_on is not null`,
    unpublished: sql`deleted_on is null and published_on is null`
  } as const

  const scoped = ({ creator, author, source, sourceType }: DataPostScope) => sql`
    ${creator === undefined ? sql`` : sql`and creator = ${creator}`}
    ${author === undefined ? sql`` : sql`and author = ${author}`}
    ${source === undefined ? sql`` : sql`and author in (select id from collaborators where source = ${source})`}
    ${sourceType === undefined ? sql`` : sql`and author in (select collaborators.id from collaborators join sources on sources.id = collaborators.source where sources.type = ${sourceType})`}`

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

    /** A page of posts that are not deleted, in order of their ids. */
    list (state: PostState, query: ListQuery, scope: DataPostScope = {}): Promise<Page<Pick<DataPostRow, 'Id'>>> {
      const chosen = sql`${states[state]} and ${matching(sql, DataPostCriteria, query)} ${scoped(scope)}`
      return page(query, {
        total: async () => {
          const [{ Total }] = await sql<[{ Total: number }]>`select count(*)::integer as total from posts where ${chosen}`
          return Total
        },
        items: () => sql<Pick<DataPostRow, 'Id'>[]>`
          select id from posts where ${chosen}
          order by ${ordering(sql, DataPostCriteria, query, sql`id`)} limit ${query.limit} offset ${query.offset}`
      })
    }
  }
}
