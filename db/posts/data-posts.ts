/** Queries for lists of posts across blogs: all posts, and those of a creator, an author, a source or a source type. */
import type { Static } from 'typebox'
import type { ListQuery } from '../../schemas/language/paging.ts'
import { isKey, type Row } from '../../schemas/language/rows.ts'
import { DataPost, DataPosts, type DeletedDataPost } from '../../schemas/data-post.ts'
import { columnsOf, keysIn, type Sql } from '../client.ts'
import { readPage } from '../collection.ts'
import { allOf, hasValues, isFiltered } from '../criteria.ts'
import { ofSources } from './lists.ts'
import { postStates, type PostState } from './states.ts'

type DataPostRow = Static<typeof DataPost>

/** Limits a list to the posts of a creator, an author, a source or a source type, unless these are undefined. */
export interface DataPostScope {
  creator?: number | undefined
  author?: number | undefined
  source?: number | undefined
  sourceType?: string | undefined
}

export const dataPosts = (sql: Sql) => {
  const columns = sql(columnsOf(DataPost))
  const states = postStates(sql)

  const scoped = ({ creator, author, source, sourceType }: DataPostScope) =>
    allOf(sql, [
      hasValues(sql, { creator, author }),
      source !== undefined && ofSources(sql, sql`sources.id = ${source}`),
      sourceType !== undefined && ofSources(sql, sql`sources.type = ${sourceType}`)
    ])

  return {
    /** Returns a post; undefined if it does not exist. A deleted post has only id, state and deletion. */
    async find(postId: number): Promise<DataPostRow | Static<typeof DeletedDataPost> | undefined> {
      const [row] = await sql<[DataPostRow?]>`select ${columns} from post_rows where id = ${postId}`
      if (row?.DeletedOn === undefined) return row
      return { Id: row.Id, IsPublished: row.IsPublished, DeletedOn: row.DeletedOn }
    },

    /** Returns those posts of references that are in this state, in no particular order. */
    load: (references: readonly Row[], state: PostState): Promise<DataPostRow[]> => sql<DataPostRow[]>`
      select ${columns} from post_rows
      where id = any(${keysIn(sql, references.map(({ Id }) => Id).filter(isKey))}) and ${states[state].listed}`,

    /**
     * Returns a page of posts that are not deleted, ordered by id. Each has the state of the posts in the list.
     * `showsDrafts` is true if the list may contain drafts.
     */
    async list(state: PostState, query: ListQuery, scope: DataPostScope = {}) {
      const { listed, count } = states[state]
      const isEverything =
        Object.values(scope).every((id) => id === undefined) && !isFiltered(DataPosts.criteria, query)
      const page = await readPage<Pick<DataPostRow, 'Id'>>(sql, query, {
        properties: ['Id'],
        from: sql`posts`,
        where: sql`${listed} and ${scoped(scope)}`,
        order: sql`id`,
        criteria: DataPosts.criteria,
        total:
          isEverything && count !== undefined
            ? sql`(select coalesce(sum(${count}), 0) from blogs) + (
              select count(*) from posts where blog is null and ${listed})`
            : undefined
      })
      return {
        ...page,
        items: page.items.map((item) => ({ ...item, State: state })),
        showsDrafts: state !== 'published'
      }
    }
  }
}
