/** Queries that find, list and insert the posts of a blog, and list their changes. */
import { BLOG_PAGE, MAX_LIMIT, type ListQuery, type OpenListQuery } from '../../schemas/language/paging.ts'
import {
  ChangeCriteria,
  HiddenCriteria,
  Post,
  PostCriteria,
  ShownCriteria,
  type NewPostBody,
  type PostRow
} from '../../schemas/post.ts'
import { columnsOf, type Fragment, type Sql } from '../client.ts'
import type { Attempt } from '../idempotency-keys.ts'
import { keysIn, type Page } from '../collection.ts'
import { preparedUnlessFiltered, isFiltered, matching, ordering } from '../criteria.ts'
import { trim, type TrimmedPost } from './changes.ts'
import { postStates, scoped, type PostScope, type PostState, type StateFragments } from './states.ts'

export type { PostScope, PostState }

/** An entry of a list. A trimmed post has left the list, and is shown only so that clients remove it. */
export interface ListedPost {
  Blog: number
  Id: number
  Order: string
  Trimmed: boolean
}

/** A page of posts and the attributes of its list, read in one snapshot. */
export interface PostPage extends Page<ListedPost> {
  lastCId?: number
  offsetMore?: number
  /** Whether the list may contain drafts. */
  showsDrafts: boolean
  /** Whether the cursor is greater than every change number of the blog, as after a restore of an older database. */
  isAhead: boolean
}

export const posts = (sql: Sql) => {
  const columns = sql(columnsOf(Post))
  const states = postStates(sql)

  return {
    /** Returns a post of a blog; undefined if there is no such post. A deleted post is trimmed. */
    async find(blogId: number, postId: number): Promise<PostRow | TrimmedPost | undefined> {
      const [row] = await sql<[PostRow?]>`select ${columns} from post_rows where blog = ${blogId} and id = ${postId}`
      return row?.DeletedOn === undefined ? row : trim(row)
    },

    /** Returns the posts of a list. A post is trimmed if the list says so, or if it has been deleted since. */
    async load(listed: readonly Pick<ListedPost, 'Id' | 'Trimmed'>[]): Promise<(PostRow | TrimmedPost)[]> {
      const trimmed = new Set(listed.flatMap(({ Id, Trimmed }) => (Trimmed ? [Id] : [])))
      const rows = await sql<PostRow[]>`
        select ${columns} from post_rows where id = any(${keysIn(
          sql,
          listed.map(({ Id }) => Id)
        )})`
      return rows.map((row) => (trimmed.has(row.Id) || row.DeletedOn !== undefined ? trim(row) : row))
    },

    /**
     * Returns a page of a blog's posts. If the query has bounds on change numbers, the page is a delta: it also has the
     * posts that left the list, so that clients remove them. One statement reads everything: if `lastCId` were newer
     * than the items, a client that polls would miss the changes between them.
     * @returns undefined if there is no such blog
     */
    async list(
      blogId: number,
      state: PostState,
      query: OpenListQuery,
      scope: PostScope = {}
    ): Promise<PostPage | undefined> {
      const isDelta = isFiltered(ChangeCriteria, query)
      const { offset, detailed, limit = isDelta ? MAX_LIMIT : BLOG_PAGE } = query
      const request = { sql, blogId, state: states[state], query: { ...query, limit }, scope }
      const [row] = await preparedUnlessFiltered(PostCriteria, query, isDelta ? deltaPage(request) : plainPage(request))
      if (row === undefined) return undefined
      const { Total: total, LastCId: lastCId, OffsetMore: offsetMore, IsAhead: isAhead } = row
      return {
        ...(detailed && { total, limit: Math.min(limit, total), offset, lastCId, offsetMore }),
        items: row.Items.map(([Id, Order, Trimmed]) => ({ Blog: blogId, Id, Order, Trimmed })),
        showsDrafts: state !== 'published',
        isAhead
      }
    },

    /**
     * Inserts a post and returns it. One statement, so that a post that can't be read is not inserted either. Without
     * an author, the author is the creator's first collaborator, which is inserted if the creator has none. A repeated
     * attempt returns the post of the first one.
     */
    async insert(
      { user, key, request }: Attempt,
      blogId: number,
      post: NewPostBody & { Creator: number },
      publish: boolean
    ): Promise<PostRow> {
      const { Type = 'normal', Meta = '{}', Author = null, Content, Creator } = post
      const [row] = await sql<[PostRow]>`
        select ${columns}
        from insert_post(
          ${user}, ${key}, ${request}, ${blogId}, ${Type}, ${Creator}, ${Author}, ${Content}, ${Meta}, ${publish})`
      return row
    }
  }
}

interface PageRequest {
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
  Items: readonly [id: number, order: string, trimmed: boolean][]
}

/** The criteria of a list without those on change numbers. */
const PlainCriteria = { ...ShownCriteria, ...HiddenCriteria }

/** Returns the condition that a post is in the list now, whatever its change number, and SQL for their number. */
const listedNow = ({ sql, blogId, state: { listed, count }, query, scope }: PageRequest) => {
  const isListed = sql`blog = ${blogId} and ${listed} and ${scoped(sql, blogId, scope)}
    and ${matching(sql, PlainCriteria, query)}`
  const isWholeList = Object.keys(scope).length === 0 && !isFiltered(PlainCriteria, query)
  return { isListed, total: isWholeList ? count : sql`(select count(*)::integer from posts where ${isListed})` }
}

/** Returns the statement for a page of the posts in the list now, by default the highest order first. */
const plainPage = (request: PageRequest) => {
  const {
    sql,
    blogId,
    state: { newest },
    query
  } = request
  const { isListed, total } = listedNow(request)
  const detail = query.detailed ? total : sql`0`
  return sql<[PageRow?]>`
    select ${detail} as total, ${detail} as offset_more, ${newest} as last_c_id,
      false as is_ahead, (
        select coalesce(json_agg(json_build_array(id, "order"::text, false)), '[]')
        from (
          select id, "order" from posts where ${isListed}
          order by ${ordering(sql, PlainCriteria, query, sql`"order" desc`)}
          limit ${query.limit} offset ${query.offset}
        ) as page
      ) as items
    from blogs where blogs.id = ${blogId}`
}

/**
 * Returns the statement for a page of a delta.
 *
 * A post that has left the list is trimmed. Filters on the properties that it hides don't apply to it, and it sorts as
 * if it had none of them. So nobody can find out the hidden values by filtering or sorting, and a client that polls a
 * filtered list learns of every post that leaves it.
 *
 * By default, the page has the matches with the lowest change numbers. A client that polls again with `lastCId` as its
 * cursor misses no change: `lastCId` is the last change number on the page if more changes match, else the newest of
 * the list. If the query has another order or an upper bound, `lastCId` is less than the change number of every match
 * after the cursor that is not on the page.
 */
const deltaPage = (request: PageRequest) => {
  const {
    sql,
    blogId,
    state: { listed, wasListed, newest },
    query,
    scope
  } = request
  const { limit, offset } = query
  const isOrdered = query['asc'] !== undefined || query['desc'] !== undefined
  const isBoundedAbove = UPPER_BOUNDS.some((name) => query[name] !== undefined)
  const cursor = cursorOf(query)
  const order = sql`trimmed,
    ${ordering(sql, { ...PlainCriteria, ...ChangeCriteria }, query, sql`"order" desc, id desc`)}`
  const isMatch = sql`blog = ${blogId} and ${wasListed}
    and ${matching(sql, ShownCriteria, query)}
    and (not (${listed}) or (${scoped(sql, blogId, scope)} and ${matching(sql, HiddenCriteria, query)}))`
  const lastCId =
    isOrdered || isBoundedAbove
      ? sql`least(${newest}, (
        select min(c_id) - 1 from posts
        where ${isMatch} and c_id > ${cursor} and id <> all(array(select id from page))))`
      : sql`case
        when (select count(*) from matched) <= ${offset + limit} and (${offset} = 0 or exists (select from page))
        then greatest(${newest}, ${cursor}) else coalesce((select max(c_id) from page), ${cursor}) end`
  const detail = (value: Fragment) => (query.detailed ? value : sql`0`)
  return sql<[PageRow?]>`
    with matched as not materialized (
      select id, c_id, ${orderColumns(sql, listed)}, not (${listed}) as trimmed
      from posts where ${isMatch} and ${matching(sql, ChangeCriteria, query)}
    ), page as materialized (
      select * from matched
      order by ${isOrdered ? order : sql`c_id`} limit ${limit} offset ${offset}
    )
    select ${detail(sql`(select count(*)::integer from matched)`)} as total,
      ${detail(listedNow(request).total)} as offset_more,
      ${detail(lastCId)} as last_c_id,
      ${cursor} > blogs.last_c_id as is_ahead, (
        select coalesce(json_agg(json_build_array(id, coalesce("order", 0)::text, trimmed) order by ${order}), '[]')
        from page
      ) as items
    from blogs where blogs.id = ${blogId}`
}

/** Returns the columns that a query can order by. Those that a trimmed post hides are null if the post is trimmed. */
const orderColumns = (sql: Sql, listed: Fragment): Fragment =>
  ['order', 'content', 'created_on', 'published_on', 'updated_on']
    .map((column) => sql`case when ${listed} then ${sql(column)} end as ${sql(column)}`)
    .reduce((columns, column) => sql`${columns}, ${column}`, sql`deleted_on, is_published`)

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
