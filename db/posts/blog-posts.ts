/** Posts of a blog: reading them, following their changes, inserting them. */
import { BLOG_PAGE, MAX_LIMIT, type ListQuery, type OpenListQuery } from '../../schemas/language/paging.ts'
import {
  ChangeCriteria, HiddenCriteria, Post, PostCriteria, ShownCriteria, type NewPostBody, type PostRow
} from '../../schemas/post.ts'
import { columnsOf, type Fragment, type Sql } from '../client.ts'
import { keysIn } from '../collection.ts'
import { forList, isFiltered, matching, ordering } from '../criteria.ts'
import { trim, type TrimmedPost } from './changes.ts'
import { postStates, scoped, type PostScope, type PostState } from './states.ts'

export type { PostScope, PostState }

/** A post as a list knows it. One that has left the list is trimmed: only what a reader needs to drop it. */
export interface ListedPost { Blog: number, Id: number, Order: string, Trimmed: boolean }

/** A page of posts, read in one snapshot. */
export interface PostPage {
  total?: number
  limit?: number
  offset?: number
  lastCId?: number
  offsetMore?: number
  items: ListedPost[]
  /** Whether the list may show drafts. */
  showsDrafts: boolean
  /** Whether the blog has never given the change number that the page was to follow. */
  isAhead: boolean
}

/** Queries for the posts of a blog. */
export const posts = (sql: Sql) => {
  const everything = sql(columnsOf(Post))

  return {
    /** A post of a blog; of a deleted one, only what a reader needs to drop it. */
    async find (blogId: number, postId: number): Promise<PostRow | TrimmedPost | undefined> {
      const [row] = await sql<[PostRow?]>`select ${everything} from post_rows where blog = ${blogId} and id = ${postId}`
      return row?.DeletedOn === undefined ? row : trim(row)
    },

    /** Posts that a list has named, trimmed where it says so and where they have been deleted since. */
    async load (listed: readonly Pick<ListedPost, 'Id' | 'Trimmed'>[]): Promise<(PostRow | TrimmedPost)[]> {
      const trimmed = new Set(listed.flatMap(({ Id, Trimmed }) => Trimmed ? [Id] : []))
      const rows = await sql<PostRow[]>`select ${everything} from post_rows where id = any(${keysIn(sql, listed.map(({ Id }) => Id))})`
      return rows.map((row) => trimmed.has(row.Id) || row.DeletedOn !== undefined ? trim(row) : row)
    },

    /**
     * A page of a blog's posts. With bounds on change numbers it also shows posts that left the list, so that a reader
     * learns of it. One statement reads everything: were `lastCId` newer than the items, a reader would miss what lies
     * between.
     * @returns undefined when there is no such blog
     */
    async list (blogId: number, state: PostState, query: OpenListQuery, scope: PostScope = {}): Promise<PostPage | undefined> {
      const isFollowing = isFiltered(ChangeCriteria, query)
      const { offset, detailed, limit = isFollowing ? MAX_LIMIT : BLOG_PAGE } = query
      const page = { sql, blogId, state, query: { ...query, limit }, scope }
      const [row] = await forList(PostCriteria, query, isFollowing ? followed(page) : plain(page))
      if (row === undefined) return undefined
      const { Total: total, LastCId: lastCId, OffsetMore: offsetMore, IsAhead: isAhead } = row
      const items = row.Items.map(([Id, Order, Trimmed]) => ({ Blog: blogId, Id, Order, Trimmed }))
      const rest = { items, showsDrafts: state !== 'published', isAhead }
      if (!detailed) return rest
      return { total, limit: Math.min(limit, total), offset, lastCId, offsetMore, ...rest }
    },

    /**
     * Inserts a post, and reads it in the same statement: it is there and answered, or neither. Without an author it is the
     * creator's first collaborator, made when there is none.
     */
    async insert (blogId: number, post: NewPostBody & { Creator: number }, { publish }: { publish: boolean }): Promise<PostRow> {
      const { Type: type = 'normal', Meta: meta = '{}', Author: author = null, Content: content, Creator: creator } = post
      const [row] = await sql<[PostRow]>`
        select ${everything} from insert_post(${blogId}, ${type}, ${creator}, ${author}, ${content}, ${meta}, ${publish})`
      return row
    }
  }
}

interface PageOf { sql: Sql, blogId: number, state: PostState, query: ListQuery, scope: PostScope }

interface PageRow {
  Total: number
  LastCId: number
  OffsetMore: number
  IsAhead: boolean
  Items: readonly [id: number, order: string, trimmed: boolean][]
}

/** A page of what a list shows now, the highest order first unless the query orders it. */
const plain = ({ sql, blogId, state, query, scope }: PageOf) => {
  const { listed, count, newest } = postStates(sql)[state]
  const chosen = sql`blog = ${blogId} and ${listed} and ${scoped(sql, blogId, scope)}
    and ${matching(sql, { ...ShownCriteria, ...HiddenCriteria }, query)}`
  const isPlain = Object.keys(scope).length === 0 && !isFiltered({ ...ShownCriteria, ...HiddenCriteria }, query)
  const total = isPlain ? count : sql`(select count(*)::integer from posts where ${chosen})`
  return sql<[PageRow?]>`
    select ${query.detailed ? total : sql`0`} as total, ${query.detailed ? total : sql`0`} as offset_more, ${newest} as last_c_id,
      false as is_ahead, (
        select coalesce(json_agg(json_build_array(id, "order"::text, false)), '[]')
        from (
          select id, "order" from posts where ${chosen}
          order by ${ordering(sql, { ...ShownCriteria, ...HiddenCriteria }, query, sql`"order" desc`)}
          limit ${query.limit} offset ${query.offset}
        ) as page
      ) as items
    from blogs where blogs.id = ${blogId}`
}

/**
 * A page of changes. A post that has left the list matches whatever is asked of the fields it hides, and sorts as if it
 * had none: nobody can guess them, and who follows a narrowed list learns of every leaving.
 *
 * Unless the query orders it otherwise, the page is cut in the order of change numbers, the oldest first. `lastCId` is a
 * number that the next poll can follow without missing anything: the last change on the page while more match, else the
 * newest of the list; and where the page was cut in another order or bounded above, no more than the number before the
 * first match that is not on it.
 */
const followed = ({ sql, blogId, state, query, scope }: PageOf) => {
  const { listed, followed: isFollowed, newest } = postStates(sql)[state]
  const isOrdered = query['asc'] !== undefined || query['desc'] !== undefined
  const isBoundedAbove = UPPER.some((name) => query[name] !== undefined)
  const { limit, offset } = query
  const lower = lowestOf(query)
  const visible = sql`blog = ${blogId} and ${isFollowed}
    and ${matching(sql, ShownCriteria, query)}
    and (not (${listed}) or (${scoped(sql, blogId, scope)} and ${matching(sql, HiddenCriteria, query)}))`
  const order = orderOf(sql, query)
  const onPage = sql`array(select id from page)`
  const lastOnPage = isOrdered || isBoundedAbove
    ? sql`least(${newest}, (
        select min(c_id) - 1 from posts where ${visible} and c_id > ${lower} and id <> all(${onPage})))`
    : sql`case when (select count(*) from matched) <= ${offset + limit} and (${offset} = 0 or exists (select from page))
        then greatest(${newest}, ${lower}) else coalesce((select max(c_id) from page), ${lower}) end`
  return sql<[PageRow?]>`
    with matched as not materialized (
      select id, c_id, ${hidden(sql, listed)}, not (${listed}) as trimmed
      from posts where ${visible} and ${matching(sql, ChangeCriteria, query)}
    ), page as materialized (
      select * from matched
      order by ${isOrdered ? order : sql`c_id`} limit ${limit} offset ${offset}
    )
    select ${query.detailed ? sql`(select count(*)::integer from matched)` : sql`0`} as total,
      ${query.detailed ? offsetMore(sql, { sql, blogId, state, query, scope }) : sql`0`} as offset_more,
      ${query.detailed ? lastOnPage : sql`0`} as last_c_id,
      ${lower} > blogs.last_c_id as is_ahead, (
        select coalesce(json_agg(json_build_array(id, coalesce("order", 0)::text, trimmed) order by ${order}), '[]')
        from page
      ) as items
    from blogs where blogs.id = ${blogId}`
}

/** How many posts a list shows now, whatever has changed when. */
const offsetMore = (sql: Sql, { blogId, state, query, scope }: PageOf): Fragment => {
  const { listed, count } = postStates(sql)[state]
  const criteria = { ...ShownCriteria, ...HiddenCriteria }
  if (Object.keys(scope).length === 0 && !isFiltered(criteria, query)) return count
  return sql`(
    select count(*)::integer from posts
    where blog = ${blogId} and ${listed} and ${scoped(sql, blogId, scope)} and ${matching(sql, criteria, query)})`
}

/** The columns that lists can be ordered by, without those that a post hides when it has left the list. */
const hidden = (sql: Sql, listed: Fragment): Fragment => sql`
  deleted_on, is_published,
  case when ${listed} then "order" end as "order", case when ${listed} then content end as content,
  case when ${listed} then created_on end as created_on, case when ${listed} then published_on end as published_on,
  case when ${listed} then updated_on end as updated_on`

const orderOf = (sql: Sql, query: ListQuery): Fragment =>
  sql`trimmed, ${ordering(sql, { ...ShownCriteria, ...HiddenCriteria, ...ChangeCriteria }, query, sql`"order" desc, id desc`)}`

/** The change number that a query's bounds follow, 0 when they have no lower bound. */
const lowestOf = (query: ListQuery): number => Math.max(0, ...LOWER.flatMap(([name, distance]) => {
  const bound = query[name]
  return typeof bound === 'number' ? [bound - distance] : []
}))

const LOWER = [['cId.since', 0], ['cId.start', 1], ['cId', 1], ['cId.equal', 1]] as const
const UPPER = ['cId', 'cId.equal', 'cId.until', 'cId.end'] as const
