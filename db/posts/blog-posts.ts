/** Posts of a blog: reading them, following their changes, inserting them. */
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
import { forList, isFiltered, matching, ordering } from '../criteria.ts'
import { trim, type TrimmedPost } from './changes.ts'
import { postStates, scoped, type PostScope, type PostState, type StateFragments } from './states.ts'

export type { PostScope, PostState }

/** A post as a list knows it. One that has left the list is trimmed: only what a reader needs to drop it. */
export interface ListedPost {
  Blog: number
  Id: number
  Order: string
  Trimmed: boolean
}

/** A page of posts, read in one snapshot. */
export interface PostPage extends Page<ListedPost> {
  lastCId?: number
  offsetMore?: number
  /** Whether the list may show drafts. */
  showsDrafts: boolean
  /** Whether the blog has never given the change number that the page was to follow. */
  isAhead: boolean
}

/** Queries for the posts of a blog. */
export const posts = (sql: Sql) => {
  const everything = sql(columnsOf(Post))
  const states = postStates(sql)

  return {
    /** A post of a blog; of a deleted one, only what a reader needs to drop it. */
    async find(blogId: number, postId: number): Promise<PostRow | TrimmedPost | undefined> {
      const [row] = await sql<[PostRow?]>`select ${everything} from post_rows where blog = ${blogId} and id = ${postId}`
      return row?.DeletedOn === undefined ? row : trim(row)
    },

    /** Posts that a list has named, trimmed where it says so and where they have been deleted since. */
    async load(listed: readonly Pick<ListedPost, 'Id' | 'Trimmed'>[]): Promise<(PostRow | TrimmedPost)[]> {
      const trimmed = new Set(listed.flatMap(({ Id, Trimmed }) => (Trimmed ? [Id] : [])))
      const rows = await sql<PostRow[]>`
        select ${everything} from post_rows where id = any(${keysIn(
          sql,
          listed.map(({ Id }) => Id)
        )})`
      return rows.map((row) => (trimmed.has(row.Id) || row.DeletedOn !== undefined ? trim(row) : row))
    },

    /**
     * A page of a blog's posts. With bounds on change numbers it also shows posts that left the list, so that a reader
     * learns of it. One statement reads everything: were `lastCId` newer than the items, a reader would miss what lies
     * between.
     * @returns undefined when there is no such blog
     */
    async list(
      blogId: number,
      state: PostState,
      query: OpenListQuery,
      scope: PostScope = {}
    ): Promise<PostPage | undefined> {
      const isFollowing = isFiltered(ChangeCriteria, query)
      const { offset, detailed, limit = isFollowing ? MAX_LIMIT : BLOG_PAGE } = query
      const page = { sql, blogId, state: states[state], query: { ...query, limit }, scope }
      const [row] = await forList(PostCriteria, query, isFollowing ? followed(page) : plain(page))
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
     * Inserts a post and reads it in the same statement, so that both happen or neither. If no author is named, it is
     * the creator's first collaborator, which is made if the creator has none. A repeated attempt returns the post of
     * the first one.
     */
    async insert(
      { user, key, request }: Attempt,
      blogId: number,
      post: NewPostBody & { Creator: number },
      publish: boolean
    ): Promise<PostRow> {
      const { Type = 'normal', Meta = '{}', Author = null, Content, Creator } = post
      const [row] = await sql<[PostRow]>`
        select ${everything}
        from insert_post(
          ${user}, ${key}, ${request}, ${blogId}, ${Type}, ${Creator}, ${Author}, ${Content}, ${Meta}, ${publish})`
      return row
    }
  }
}

interface PageOf {
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

/** The criteria of what a list shows now. */
const PlainCriteria = { ...ShownCriteria, ...HiddenCriteria }

/** The condition of the posts a list shows now, whatever has changed when, and how many there are. */
const shownNow = ({ sql, blogId, state: { listed, count }, query, scope }: PageOf) => {
  const chosen = sql`blog = ${blogId} and ${listed} and ${scoped(sql, blogId, scope)}
    and ${matching(sql, PlainCriteria, query)}`
  const isEverything = Object.keys(scope).length === 0 && !isFiltered(PlainCriteria, query)
  return { chosen, total: isEverything ? count : sql`(select count(*)::integer from posts where ${chosen})` }
}

/** A page of what a list shows now, the highest order first unless the query orders it. */
const plain = (page: PageOf) => {
  const {
    sql,
    blogId,
    state: { newest },
    query
  } = page
  const { chosen, total } = shownNow(page)
  const detail = query.detailed ? total : sql`0`
  return sql<[PageRow?]>`
    select ${detail} as total, ${detail} as offset_more, ${newest} as last_c_id,
      false as is_ahead, (
        select coalesce(json_agg(json_build_array(id, "order"::text, false)), '[]')
        from (
          select id, "order" from posts where ${chosen}
          order by ${ordering(sql, PlainCriteria, query, sql`"order" desc`)}
          limit ${query.limit} offset ${query.offset}
        ) as page
      ) as items
    from blogs where blogs.id = ${blogId}`
}

/**
 * A page of changes. A post that has left the list matches whatever is asked of the fields it hides, and sorts as if it
 * had none: nobody can guess them, and a client that follows a narrowed list learns of every post that leaves it.
 *
 * Unless the query orders it otherwise, the page is cut in the order of change numbers, the oldest first. The next poll
 * can follow `lastCId` without missing anything: it is the last change on the page while more match, else the newest of
 * the list; and where the page was cut in another order or bounded above, no more than the number before the first
 * match that is not on it.
 */
const followed = (page: PageOf) => {
  const {
    sql,
    blogId,
    state: { listed, followed: isFollowed, newest },
    query,
    scope
  } = page
  const { limit, offset } = query
  const isOrdered = query['asc'] !== undefined || query['desc'] !== undefined
  const isBoundedAbove = UPPER.some((name) => query[name] !== undefined)
  const lower = lowestOf(query)
  const order = sql`trimmed,
    ${ordering(sql, { ...PlainCriteria, ...ChangeCriteria }, query, sql`"order" desc, id desc`)}`
  const visible = sql`blog = ${blogId} and ${isFollowed}
    and ${matching(sql, ShownCriteria, query)}
    and (not (${listed}) or (${scoped(sql, blogId, scope)} and ${matching(sql, HiddenCriteria, query)}))`
  const lastOnPage =
    isOrdered || isBoundedAbove
      ? sql`least(${newest}, (
        select min(c_id) - 1 from posts
        where ${visible} and c_id > ${lower} and id <> all(array(select id from page))))`
      : sql`case when (select count(*) from matched) <= ${offset + limit} and (${offset} = 0 or exists (select from page))
        then greatest(${newest}, ${lower}) else coalesce((select max(c_id) from page), ${lower}) end`
  const detail = (value: Fragment) => (query.detailed ? value : sql`0`)
  return sql<[PageRow?]>`
    with matched as not materialized (
      select id, c_id, ${hidden(sql, listed)}, not (${listed}) as trimmed
      from posts where ${visible} and ${matching(sql, ChangeCriteria, query)}
    ), page as materialized (
      select * from matched
      order by ${isOrdered ? order : sql`c_id`} limit ${limit} offset ${offset}
    )
    select ${detail(sql`(select count(*)::integer from matched)`)} as total,
      ${detail(shownNow(page).total)} as offset_more,
      ${detail(lastOnPage)} as last_c_id,
      ${lower} > blogs.last_c_id as is_ahead, (
        select coalesce(json_agg(json_build_array(id, coalesce("order", 0)::text, trimmed) order by ${order}), '[]')
        from page
      ) as items
    from blogs where blogs.id = ${blogId}`
}

/** The columns that lists can be ordered by, without those that a post hides when it has left the list. */
const hidden = (sql: Sql, listed: Fragment): Fragment =>
  ['order', 'content', 'created_on', 'published_on', 'updated_on']
    .map((column) => sql`case when ${listed} then ${sql(column)} end as ${sql(column)}`)
    .reduce((columns, column) => sql`${columns}, ${column}`, sql`deleted_on, is_published`)

/** The change number that a query's bounds follow, 0 when they have no lower bound. */
const lowestOf = (query: ListQuery): number =>
  Math.max(
    0,
    ...LOWER.flatMap(([name, distance]) => {
      const bound = query[name]
      return typeof bound === 'number' ? [bound - distance] : []
    })
  )

const LOWER = [
  ['cId.since', 0],
  ['cId.start', 1],
  ['cId', 1],
  ['cId.equal', 1]
] as const
const UPPER = ['cId', 'cId.equal', 'cId.until', 'cId.end'] as const
