/** Posts seen without their blog: of the whole service, of a creator, of an author, of a source. */
import type { Static } from 'typebox'
import type { ListQuery } from '../../schemas/language/paging.ts'
import { DataPost, DataPostCriteria, type DeletedDataPost } from '../../schemas/post.ts'
import { columnsOf, type Sql } from '../client.ts'
import { keysIn, readPage, type Page } from '../collection.ts'
import { allOf, holding, isFiltered } from '../criteria.ts'
import { ofSources, postStates, type PostState } from './states.ts'

type DataPostRow = Static<typeof DataPost>

/** Whose posts a list shows; all of them when nothing is set. */
export interface DataPostScope {
  creator?: number
  author?: number
  source?: number
  sourceType?: string
}

/** A page of posts, and whether it may show drafts. */
export type DataPostPage = Page<Pick<DataPostRow, 'Id'>> & { showsDrafts: boolean }

/** Queries for posts whatever their blog. */
export const dataPosts = (sql: Sql) => {
  const everything = sql(columnsOf(DataPost))
  const states = postStates(sql)

  const scoped = ({ creator, author, source, sourceType }: DataPostScope) =>
    allOf(sql, [
      holding(sql, { creator, author }),
      source !== undefined && ofSources(sql, sql`sources.id = ${source}`),
      sourceType !== undefined && ofSources(sql, sql`sources.type = ${sourceType}`)
    ])

  return {
    /** A post; of a deleted one, only what a reader needs to drop it. */
    async find(postId: number): Promise<DataPostRow | Static<typeof DeletedDataPost> | undefined> {
      const [row] = await sql<[DataPostRow?]>`select ${everything} from post_rows where id = ${postId}`
      if (row?.DeletedOn === undefined) return row
      return { Id: row.Id, IsPublished: row.IsPublished, DeletedOn: row.DeletedOn }
    },

    /** Posts that a list has named. */
    load: (ids: number[]): Promise<DataPostRow[]> => sql<DataPostRow[]>`
      select ${everything} from post_rows where id = any(${keysIn(sql, ids)}) and deleted_on is null`,

    /** A page of posts that are not deleted, in order of their ids. */
    async list(state: PostState, query: ListQuery, scope: DataPostScope = {}): Promise<DataPostPage> {
      const { listed, count } = states[state]
      const isEverything = Object.keys(scope).length === 0 && !isFiltered(DataPostCriteria, query)
      const page = await readPage<Pick<DataPostRow, 'Id'>>(sql, query, {
        properties: ['Id'],
        from: sql`posts`,
        where: sql`${listed} and ${scoped(scope)}`,
        order: sql`id`,
        criteria: DataPostCriteria,
        total: isEverything
          ? sql`(select coalesce(sum(${count}), 0) from blogs) + (
              select count(*) from posts where blog is null and ${listed})`
          : undefined
      })
      return { ...page, showsDrafts: state !== 'published' }
    }
  }
}
