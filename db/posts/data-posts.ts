/** Posts seen without their blog: of the whole service, of a creator, of an author, of a source. */
import type { Static } from 'typebox'
import type { ListQuery } from '../../schemas/language/paging.ts'
import { DataPost, DataPostCriteria, type DeletedDataPost } from '../../schemas/post.ts'
import { columnsOf, type Sql } from '../client.ts'
import { keysIn, type Page } from '../collection.ts'
import { isFiltered as filtered, matching, ordering } from '../criteria.ts'
import { postStates, type PostState } from './states.ts'

type DataPostRow = Static<typeof DataPost>

/** Whose posts a list shows; all of them when nothing is set. */
export interface DataPostScope { creator?: number, author?: number, source?: number, sourceType?: string }

/** As many posts as are quicker read author by author than met on the way through all posts. */
const FEW = 2000

/** Queries for posts whatever their blog. */
export const dataPosts = (sql: Sql) => {
  const everything = sql(columnsOf(DataPost))
  const states = postStates(sql)

  const by = ({ creator, author }: DataPostScope) => sql`
    ${creator === undefined ? sql`` : sql`and creator = ${creator}`}
    ${author === undefined ? sql`` : sql`and author = ${author}`}`

  /** What narrows the authors. */
  const whose = ({ source, sourceType }: DataPostScope) => sql`
    ${source === undefined ? sql`` : sql`and source = ${source}`}
    ${sourceType === undefined ? sql`` : sql`and source in (select id from sources where type = ${sourceType})`}`

  const scoped = (scope: DataPostScope) => scope.source === undefined && scope.sourceType === undefined
    ? by(scope)
    : sql`${by(scope)} and author in (select id from collaborators where true ${whose(scope)})`

  /** How many there are without criteria: what blogs keep, and the posts of no blog. A statement. */
  const kept = (state: PostState, scope: DataPostScope) => {
    const loose = sql`(select count(*) from posts where blog is null and ${states[state].now} ${scoped(scope)})`
    return Object.keys(scope).length === 0
      ? sql`select coalesce(sum(${states[state].count}), 0) + ${loose} as total from blogs`
      : sql`select coalesce(sum(${states[state].counted}), 0) + ${loose} as total from post_counts where true ${scoped(scope)}`
  }

  /** The ids of a page of posts by many authors, beside their count: few are read author by author, many are soon met on the way. */
  const rarely = (state: PostState, { limit, offset }: ListQuery, scope: DataPostScope) => {
    const { now } = states[state]
    return sql`
      (
        select theirs.id
        from (select collaborators.id as author from collaborators where true ${whose(scope)}) as writer,
          lateral (select id from posts where posts.author = writer.author and ${now} ${by(scope)} order by id limit ${limit + offset}) as theirs
        where (select total from counted) <= ${FEW} order by theirs.id limit ${limit} offset ${offset}
      ) union all (
        select id from posts where (select total from counted) > ${FEW} and ${now} ${scoped(scope)} order by id limit ${limit} offset ${offset}
      )`
  }

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
    async list (state: PostState, query: ListQuery, scope: DataPostScope = {}): Promise<Page<Pick<DataPostRow, 'Id'>>> {
      const { limit, offset, detailed } = query
      const isFiltered = filtered(DataPostCriteria, query)
      const chosen = sql`${states[state].now} and ${matching(sql, DataPostCriteria, query)} ${scoped(scope)}`
      const total = isFiltered ? sql`select count(*) as total from posts where ${chosen}` : kept(state, scope)
      const order = ordering(sql, DataPostCriteria, query, sql`id`)
      const plain = sql`select id from posts where ${chosen} order by ${order} limit ${limit} offset ${offset}`
      const isRare = !isFiltered && (scope.source !== undefined || scope.sourceType !== undefined) && query['asc'] === undefined && query['desc'] === undefined
      const [{ Total, Ids }] = await sql<[{ Total: number, Ids: number[] }]>`
        with counted as materialized (${total})
        select ${detailed ? sql`(select total::integer from counted)` : sql`0`} as total, array_to_json(array(${isRare ? rarely(state, query, scope) : plain})) as ids`
      const items = Ids.map((Id) => ({ Id }))
      return detailed ? { total: Total, limit: Math.min(limit, Total), offset, items } : { items }
    }
  }
}
