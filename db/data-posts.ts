/** Posts seen without their blog: of the whole service, of a creator, of an author, of a source. */
import type { Static } from 'typebox'
import type { Paging } from '../schemas/paging.ts'
import { DataPost, type DeletedDataPost } from '../schemas/post.ts'
import { columnsOf, type Sql } from './client.ts'
import { page, type Page } from './collection.ts'
import type { PostState } from './posts.ts'

type DataPostRow = Static<typeof DataPost>

/** Whose posts a list shows; all of them when nothing is set. */
export interface DataPostScope { creator?: number, author?: number, source?: number, sourceType?: string }

/** Queries for posts whatever their blog. */
export const dataPosts = (sql: Sql) => {
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
      const [row] = await sql<[(DataPostRow & { DeletedOn?: Date })?]>`
        select ${sql(columnsOf(DataPost))}, deleted_on from post_rows where id = ${postId}`
      if (row?.DeletedOn === undefined) return row
      return { Id: row.Id, IsPublished: row.IsPublished, DeletedOn: row.DeletedOn }
    },

    /** A page of posts that are not deleted, in order of their ids. */
    list (state: PostState, paging: Paging, scope: DataPostScope = {}): Promise<Page<Pick<DataPostRow, 'Id'>>> {
      const matching = sql`${states[state]} ${scoped(scope)}`
      return page(paging, {
        total: async () => {
          const [{ Total }] = await sql<[{ Total: number }]>`select count(*)::integer as total from posts where ${matching}`
          return Total
        },
        items: () => sql<Pick<DataPostRow, 'Id'>[]>`
          select id from posts where ${matching} order by id limit ${paging.limit} offset ${paging.offset}`
      })
    }
  }
}
