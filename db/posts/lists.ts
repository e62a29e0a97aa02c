/** Statements that read a page of a blog's posts: of those in a list now, or of those that changed after a cursor. */
import type { ListQuery } from '../../schemas/language/paging.ts'
import { ChangeCriteria, HiddenCriteria, PostCriteria, ShownCriteria, type PostRow } from '../../schemas/post.ts'
import type { Fragment, Sql } from '../client.ts'
import { allOf, hasValues, isFiltered, matching, ordering } from '../criteria.ts'
import type { StateFragments } from './states.ts'

/** Limits a list to some posts, in addition to its state and its query. */
export interface PostScope {
  author?: number
  creator?: number
  type?: string
  /** Only posts that readers wrote. */
  comments?: boolean
  /** Only posts from the blog's sources of this type. */
  chain?: string
  /** Only posts of the members of this group. */
  group?: number
}

/** Returns the condition that a post is in a scope. */
const scoped = (sql: Sql, blogId: number, { author, creator, type, comments, chain, group }: PostScope): Fragment =>
  allOf(sql, [
    hasValues(sql, { author, creator, type }),
    comments && ofSources(sql, sql`sources.type = 'comment'`),
    chain !== undefined &&
      ofSources(
        sql,
        sql`sources.type = ${chain}
    and sources.id in (select source from blog_sources where blog_sources.blog = ${blogId})`
      ),
    group !== undefined &&
      sql`author in (
    select collaborator from blog_collaborator_group_members where "group" = ${group})`
  ])

/** Returns the condition that the author of a post is a collaborator of one of the sources that meet a condition. */
export const ofSources = (sql: Sql, sources: Fragment): Fragment => sql`author in (
  select collaborators.id from collaborators join sources on sources.id = collaborators.source where ${sources})`

/** A post that has left a list, with only the properties that tell clients to remove it. */
export type TrimmedPost = ReturnType<typeof trim>

/** Returns the properties of a post that tell clients to remove it from a list. */
export const trim = ({ Id, Blog, IsPublished, CId, DeletedOn }: PostRow) => ({
  Id,
  Blog,
  IsPublished,
  CId,
  ...(DeletedOn !== undefined && { DeletedOn }),
  Trimmed: true as const
})

export interface PageRequest {
  sql: Sql
  blogId: number
  state: StateFragments
  query: ListQuery
  scope: PostScope
}

interface PageRow {
  Total: number
  LastCId: number
  OffsetMore: number
  IsAhead: boolean
  Snapshot: string
  Items: readonly [id: number, order: string, trimmed: boolean][]
}

/** Criteria that lists are ordered by. */
const OrderCriteria = { ...PostCriteria, ...ChangeCriteria }

/** Returns the condition that a post is in the list now, whatever its change number, and SQL for their number. */
const listedNow = ({ sql, blogId, state: { listed, count }, query, scope }: PageRequest) => {
  const isListed = sql`blog = ${blogId} and ${listed} and ${scoped(sql, blogId, scope)}
    and ${matching(sql, PostCriteria, query)}`
  const isWholeList = Object.keys(scope).length === 0 && !isFiltered(PostCriteria, query)
  return {
    isListed,
    total: isWholeList && count !== undefined ? count : sql`(select count(*)::integer from posts where ${isListed})`
  }
}

/** Returns the statement for a page of the posts in the list now, by default the highest order first. */
export const plainPage = (request: PageRequest) => {
  const { sql, blogId, state, query } = request
  const { isListed, total } = listedNow(request)
  const detail = query.detailed ? total : sql`0`
  return sql<[PageRow?]>`
    select ${detail} as total, ${detail} as offset_more, ${state.newest} as last_c_id,
      false as is_ahead, pg_current_snapshot()::text as snapshot, (
        select coalesce(json_agg(json_build_array(id, "order"::text, false)), '[]')
        from (
          select id, "order" from posts where ${isListed}
          order by ${ordering(sql, OrderCriteria, query, sql`"order" desc`)}
          limit ${query.limit} offset ${query.offset}
        ) as page
      ) as items
    from blogs where blogs.id = ${blogId}`
}

/**
 * Bytes of texts after which the page of a delta ends, even if it has fewer changes than its limit. Whatever a writer
 * escapes in them, a list has room for the page (plugins/representation/writers.ts).
 */
const DELTA_BYTES = 3 * 1024 * 1024

/**
 * Returns the statement for a page of a delta.
 *
 * A post that has left the list is trimmed. Filters on the properties that it hides don't apply to it, and it sorts as
 * if it had none of them. So nobody can find out the hidden values by filtering or sorting, and a client that polls a
 * filtered list learns of every post that leaves it.
 *
 * By default, the page has the matches with the lowest change numbers, and ends early if their texts are long. A client
 * that polls again with `lastCId` as its cursor misses no change: `lastCId` is the last change number on the page if
 * more changes match, else the newest of the list. If the query has another order or an upper bound, the page does not
 * end early, and `lastCId` is less than the change number of every match after the cursor that is not on the page.
 */
export const deltaPage = (request: PageRequest) => {
  const { sql, blogId, state, query, scope } = request
  const { posts, listed, newest, sortable } = state
  const { limit, offset } = query
  const isOrdered = query['asc'] !== undefined || query['desc'] !== undefined
  const isBoundedAbove = UPPER_BOUNDS.some((name) => query[name] !== undefined)
  const cursor = cursorOf(query)
  const order = sql`trimmed,
    ${ordering(sql, OrderCriteria, query, sql`"order" desc, id desc`)}`
  const isMatch = sql`blog = ${blogId} and ${matching(sql, ShownCriteria, query)}
    and (not (${listed}) or (${scoped(sql, blogId, scope)} and ${matching(sql, HiddenCriteria, query)}))`
  const lastCId =
    isOrdered || isBoundedAbove
      ? sql`least(${newest}, (
        select min(c_id) - 1 from ${posts}
        where ${isMatch} and c_id > ${cursor} and id <> all(array(select id from page))))`
      : sql`case
        when (select count(*) from matched) <= ${offset} + (select count(*) from page)
          and (${offset} = 0 or exists (select from page))
        then greatest(${newest}, ${cursor}) else coalesce((select max(c_id) from page), ${cursor}) end`
  const detail = (value: Fragment) => (query.detailed ? value : sql`0`)
  return sql<[PageRow?]>`
    with matched as not materialized (
      select id, c_id, ${sortable}, not (${listed}) as trimmed,
        case when ${listed} then octet_length(content) + octet_length(meta) else 0 end as bytes
      from ${posts} where ${isMatch} and ${matching(sql, ChangeCriteria, query)}
    ), page as materialized (
      select * from (
        select *, sum(bytes) over (order by c_id) - bytes as bytes_before from (
          select * from matched order by ${isOrdered ? order : sql`c_id`} limit ${limit} offset ${offset}
        ) as changes
      ) as measured
      where ${isOrdered || isBoundedAbove} or bytes_before < ${DELTA_BYTES}
    )
    select ${detail(sql`(select count(*)::integer from matched)`)} as total,
      ${detail(listedNow(request).total)} as offset_more,
      ${detail(lastCId)} as last_c_id,
      ${cursor} > blogs.last_c_id as is_ahead, pg_current_snapshot()::text as snapshot, (
        select coalesce(json_agg(json_build_array(id, coalesce("order", 0)::text, trimmed) order by ${order}), '[]')
        from page
      ) as items
    from blogs where blogs.id = ${blogId}`
}

/** Returns the cursor of a query: the highest change number below its bounds; 0 if it has no lower bound. */
const cursorOf = (query: ListQuery): number =>
  Math.max(
    0,
    ...LOWER_BOUNDS.flatMap(([name, distance]) => {
      const bound = query[name]
      return typeof bound === 'number' ? [bound - distance] : []
    })
  )

/** Parameters that bound change numbers below, with the distance of the cursor below their value. */
const LOWER_BOUNDS = [
  ['cId.since', 0],
  ['cId.start', 1],
  ['cId', 1],
  ['cId.equal', 1]
] as const
const UPPER_BOUNDS = ['cId', 'cId.equal', 'cId.until', 'cId.end'] as const
