/** Queries that find, list and insert the posts of a blog, and list their changes. */
import { BLOG_PAGE, MAX_LIMIT, type OpenListQuery } from '../../schemas/language/paging.ts'
import type { NewPostBody } from '../../schemas/post-bodies.ts'
import { ChangeCriteria, Post, PostCriteria, type PostRow } from '../../schemas/post.ts'
import { acting, columnsOf, keysIn, type Sql } from '../client.ts'
import type { Attempt } from '../records.ts'
import type { Page } from '../collection.ts'
import { isFiltered, preparedUnlessFiltered } from '../criteria.ts'
import { deltaPage, plainPage, type PostScope, trim, type TrimmedPost } from './lists.ts'
import { postStates, type PostState } from './states.ts'

/** An entry of a list. A trimmed post has left the list, and is shown only so that clients remove it. */
export interface ListedPost {
  Blog: number
  Id: number
  Order: string
  Trimmed: boolean
  /** The state of the posts in the list. */
  State: PostState
}

/** The state of a new post: a draft of its author, a draft that was handed in, or published. */
export type NewState = 'draft' | 'submitted' | 'published'

/** A page of posts and the attributes of its list, read in one snapshot. */
export interface PostPage extends Page<ListedPost> {
  lastCId?: number
  offsetMore?: number
  /** Whether the list may contain drafts. */
  showsDrafts: boolean
  /** Whether the cursor is greater than every change number of the blog, as after a restore of an older database. */
  isAhead: boolean
  /** Whether the page has all changes up to `cId.end`. No change can join it, but posts leave it when they change. */
  isComplete: boolean
  /** The `pg_snapshot` in which the page was read. */
  snapshot: string
}

export interface PostChanges {
  readonly rows: readonly (PostRow | TrimmedPost)[]
  /** The newest change number of the list. */
  readonly last: number
  /** Number of changes to the blog itself: to its title, look, state and so on. */
  readonly version: number
  /** Whether the blog is closed. */
  readonly isOver: boolean
  /** Whether the cursor is greater than every change number of the blog, as after a restore of an older database. */
  readonly isAhead: boolean
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

    /**
     * Returns the posts of a list. A post is trimmed if the list says so, or if it has left the list since.
     * @param state the state of the posts in the list; `all` for posts that no list shows
     */
    async load(
      posts: readonly Pick<ListedPost, 'Id' | 'Trimmed'>[],
      state: PostState
    ): Promise<(PostRow | TrimmedPost)[]> {
      const trimmed = new Set(posts.flatMap(({ Id, Trimmed }) => (Trimmed ? [Id] : [])))
      const ids = posts.map(({ Id }) => Id)
      const rows = await sql<(NumberedPost & { HasLeft: boolean })[]>`
        select ${columns}, published_c_id, not (${states[state].listed}) as has_left
        from post_rows where id = any(${keysIn(sql, ids)})`
      return rows.map(({ HasLeft, ...post }) => asListed(post, HasLeft || trimmed.has(post.Id)))
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
      const { offset, detailed, limit = isDelta ? MAX_LIMIT : BLOG_PAGE, 'cId.end': end } = query
      const request = { sql, blogId, state: states[state], query: { ...query, limit }, scope }
      const [row] = await preparedUnlessFiltered(PostCriteria, query, isDelta ? deltaPage(request) : plainPage(request))
      if (row === undefined) return undefined
      const { Total: total, LastCId: lastCId, OffsetMore: offsetMore, IsAhead: isAhead, Snapshot: snapshot } = row
      return {
        ...(detailed && { total, limit: Math.min(limit, total), offset, lastCId, offsetMore }),
        items: row.Items.map(([Id, Order, Trimmed]) => ({ Blog: blogId, Id, Order, Trimmed, State: state })),
        showsDrafts: state !== 'published',
        isAhead,
        isComplete: typeof end === 'number' && lastCId >= end,
        snapshot
      }
    },

    /**
     * Returns the posts of a list that changed after a cursor, the oldest change first. Posts that left the list are
     * trimmed.
     * @param since the cursor; undefined returns no posts, only the state of the list
     * @returns undefined if there is no such blog
     */
    async listChanges(
      blogId: number,
      state: PostState,
      since: number | undefined,
      limit: number
    ): Promise<PostChanges | undefined> {
      const { posts: changing, listed, newest } = states[state]
      const rows = await sql<
        (NumberedPost & { Newest: number; Version: number; IsOver: boolean; IsAhead: boolean; HasLeft: boolean })[]
      >`
        select ${newest} as newest, version, closed_on is not null as is_over,
          coalesce(${since ?? null}::integer > last_c_id, false) as is_ahead, changed.*
        from blogs
        left join lateral (
          select ${columns}, published_c_id, not (${listed}) as has_left from post_rows
          where id = any(array(
            select id from ${changing} where blog = ${blogId} and c_id > ${since ?? null}::integer
            order by c_id limit ${limit}
          ))
        ) as changed on true
        where blogs.id = ${blogId}`
      const [first] = rows
      if (first === undefined) return undefined
      return {
        last: first.Newest,
        version: first.Version,
        isOver: first.IsOver,
        isAhead: first.IsAhead,
        rows: rows
          // The left join yields one row without a post if there are no changes.
          .filter(({ Id }) => Id !== undefined)
          .map(({ Newest, Version, IsOver, IsAhead, HasLeft, ...post }) => asListed(post, HasLeft))
          .sort((one, other) => one.CId - other.CId)
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
      state: NewState
    ): Promise<PostRow> {
      const { Type = 'normal', Meta = '{}', Author = null, Content, Creator } = post
      const [row] = await sql<[PostRow]>`
        select ${columns}
        from insert_post(
          ${acting(sql, user)}, ${key}, ${request}, ${blogId}, ${Type}, ${Creator}, ${Author},
          ${Content}, ${Meta},          ${state === 'published'}, ${state === 'submitted'})`
      return row
    }
  }
}

/** A post with the number of its last change that readers could see; undefined if it was never published. */
type NumberedPost = PostRow & { readonly PublishedCId?: number }

/** Returns a post as a list shows it. @param isTrimmed whether it has left the list */
const asListed = ({ PublishedCId, ...post }: NumberedPost, isTrimmed: boolean): PostRow | TrimmedPost =>
  // Later changes, to a draft that was published once, are not for readers. Other lists trim no drafts.
  isTrimmed ? trim({ ...post, CId: PublishedCId ?? post.CId }) : post
