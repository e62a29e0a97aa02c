/** The posts that a dry run has read. They are in a temporary table, because they may be more than fit into memory. */
import { keysIn, type Sql } from '../client.ts'
import { MAX_PINNED } from '../copies/pins.ts'
import { importedPosts, type ImportedPosts } from './posts.ts'
import type { CopyState, KnownCopy } from './rows.ts'

/** The blog that a dry run reads. */
export interface RehearsedBlog {
  /** Tells the blogs of a dry run apart. */
  readonly number: number
  /** Id of the blog, if it exists. */
  readonly blog: number | undefined
  /** Id of its source, if it exists. */
  readonly source: number | undefined
}

/** A post as a run would have stored it. */
type RehearsedPost = {
  readonly foreign_id: string
  /** Absent if the blog has the post already. */
  readonly uuid?: string
  readonly seen: readonly string[]
  readonly state: CopyState
  readonly is_corrected: boolean
  readonly is_shown: boolean
}

/**
 * Creates the table of a dry run.
 * @param sql has one connection, which stays open. A connection that `reserve` takes out of a pool would not do:
 *   postgres.js 3.4.9 waits for ever if none is open, and ends the process with the next statement once it is lost.
 */
export const prepareRehearsal = async (sql: Sql): Promise<void> => {
  await sql`set plan_cache_mode = force_custom_plan`
  await sql`
    create temporary table rehearsed_posts (
      blog integer, foreign_id text, uuid uuid, seen jsonb not null, state jsonb not null,
      is_corrected boolean not null, is_shown boolean not null,
      primary key (blog, foreign_id)
    )`
  await sql`create index on rehearsed_posts (blog, uuid)`
}

/**
 * Returns the posts of a blog as a dry run needs them: it remembers the posts that an import would store.
 * @param sql the connection that has the table
 */
export const rehearsedPosts = (sql: Sql, { number, blog = 0, source = 0 }: RehearsedBlog): ImportedPosts => {
  const stored = importedPosts(sql, { blog, source, author: 0, creator: 0 })
  let copies = new Map<string, KnownCopy>()
  /** Whether readers would see each post of the batch. */
  let visibility = new Map<string, boolean>()
  /** Ids at the source of the posts that would be pinned. */
  let pins: Set<string> | undefined

  const remember = async (posts: readonly RehearsedPost[]): Promise<void> => {
    for (const { foreign_id: id, is_shown: isShown } of posts) visibility.set(id, isShown)
    await sql`
      insert into rehearsed_posts
      select ${number}, foreign_id, uuid, seen, state, is_corrected, is_shown
      from jsonb_to_recordset(${sql.json(posts.map((post) => ({ ...post })))}) as given (
        foreign_id text, uuid uuid, seen jsonb, state jsonb, is_corrected boolean, is_shown boolean
      )
      on conflict (blog, foreign_id) do update set
        seen = excluded.seen, state = excluded.state, is_shown = excluded.is_shown`
  }

  /** Returns the ids at the source of all pinned posts of the blog; other texts for posts from elsewhere. */
  const pinned = async (): Promise<Set<string>> => {
    const rows = await sql<{ ForeignId: string }[]>`
      select coalesce(
        (select foreign_id from copied_posts where post = posts.id and source = ${source} limit 1),
        chr(1) || posts.id
      ) as foreign_id
      from posts where blog = ${blog} and pinned_on is not null`
    return new Set(rows.map(({ ForeignId }) => ForeignId))
  }

  return {
    lock: async () => {
      pins ??= await pinned()
    },

    async copies(ids) {
      const remembered = await sql<KnownCopy[]>`
        select copy.*
        from jsonb_array_elements_text(${sql.json(ids)}) as wanted (id)
        cross join lateral (
          select foreign_id, 0 as post, seen, state, is_corrected, is_shown from rehearsed_posts
          where blog = ${number} and foreign_id = wanted.id
          limit 1
        ) as copy`
      copies = new Map([...(await stored.copies(ids)), ...remembered].map((copy) => [copy.ForeignId, copy]))
      visibility = new Map([...copies].map(([id, { IsShown }]) => [id, IsShown]))
      return [...copies.values()]
    },

    async insert(posts) {
      const existing = await sql<{ Uuid: string }[]>`
        select uuid from unnest(${keysIn(
          sql,
          posts.map(({ uuid }) => uuid)
        )}::uuid[]) as given (uuid)
        where exists (select from posts where posts.blog = ${blog} and posts.uuid = given.uuid)
          or exists (select from rehearsed_posts as read where read.blog = ${number} and read.uuid = given.uuid)`
      const uuids = new Set(existing.map(({ Uuid }) => Uuid))
      // Of two posts with the same identity, the first is inserted.
      const fresh = posts.filter(({ uuid }) => !uuids.has(uuid) && uuids.add(uuid))
      await remember(
        fresh.map((post) => ({
          foreign_id: post.foreign_id,
          uuid: post.uuid,
          seen: post.seen,
          state: post.state,
          is_corrected: false,
          is_shown: post.published_on !== undefined && post.deleted_on === undefined
        }))
      )
      return fresh.map((post) => ({ ForeignId: post.foreign_id }))
    },

    async change(changes) {
      const posts = changes.map((change) => {
        const { Seen = [], IsCorrected = false, IsShown = false } = copies.get(change.foreign_id) ?? {}
        return {
          foreign_id: change.foreign_id,
          seen: [...Seen, ...change.seen],
          state: change.state,
          is_corrected: IsCorrected,
          is_shown: change.new_state === undefined ? IsShown : change.new_state === 'published'
        }
      })
      await remember(posts)
      for (const { foreign_id: id, unpins } of changes) if (unpins || visibility.get(id) !== true) pins?.delete(id)
    },

    async pin(id) {
      if (pins === undefined || pins.size >= MAX_PINNED || visibility.get(id) !== true) return false
      pins.add(id)
      return true
    }
  }
}
