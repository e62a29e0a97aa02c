/** The posts that a dry run has read. They are in a temporary table, because they may be more than fit into memory. */
import { keysIn, type Pool, type Sql } from '../client.ts'
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
export type RehearsedPost = {
  readonly foreign_id: string
  /** Absent if the blog has the post already. */
  readonly uuid?: string
  readonly seen: readonly string[]
  readonly state: CopyState
  readonly is_corrected: boolean
  readonly is_shown: boolean
}

/** The connection of a dry run, which has the table until it is closed. */
export interface Rehearsal {
  readonly sql: Sql
  readonly close: () => Promise<void>
}

export const openRehearsal = async (pool: Pool): Promise<Rehearsal> => {
  const sql = await pool.reserve()
  await sql`set plan_cache_mode = force_custom_plan`
  await sql`
    create temporary table rehearsed_posts (
      blog integer, foreign_id text, uuid uuid, seen jsonb not null, state jsonb not null,
      is_corrected boolean not null, is_shown boolean not null,
      primary key (blog, foreign_id)
    )`
  await sql`create index on rehearsed_posts (blog, uuid)`
  return {
    sql,
    close: async () => {
      await sql`drop table rehearsed_posts`
      await sql`reset plan_cache_mode`
      sql.release()
    }
  }
}

/** @param sql the connection that has the table */
export const rehearsedPosts = (sql: Sql, { number, blog = 0, source = 0 }: RehearsedBlog) => ({
  /** Returns those of some posts that the dry run has read before, as it would have stored them. */
  known: (ids: string[]): Promise<KnownCopy[]> => sql<KnownCopy[]>`
    select copy.*
    from jsonb_array_elements_text(${sql.json(ids)}) as wanted (id)
    cross join lateral (
      select foreign_id, 0 as post, seen, state, is_corrected, is_shown from rehearsed_posts
      where blog = ${number} and foreign_id = wanted.id
      limit 1
    ) as copy`,

  /** Returns those of some UUIDs that posts of the blog have. */
  async taken(uuids: string[]): Promise<Set<string>> {
    const rows = await sql<{ Uuid: string }[]>`
      select uuid from unnest(${keysIn(sql, uuids)}::uuid[]) as given (uuid)
      where exists (select from posts where posts.blog = ${blog} and posts.uuid = given.uuid)
        or exists (select from rehearsed_posts as read where read.blog = ${number} and read.uuid = given.uuid)`
    return new Set(rows.map(({ Uuid }) => Uuid))
  },

  async remember(posts: readonly RehearsedPost[]): Promise<void> {
    await sql`
      insert into rehearsed_posts
      select ${number}, foreign_id, uuid, seen, state, is_corrected, is_shown
      from jsonb_to_recordset(${sql.json(posts.map((post) => ({ ...post })))}) as given (
        foreign_id text, uuid uuid, seen jsonb, state jsonb, is_corrected boolean, is_shown boolean
      )
      on conflict (blog, foreign_id) do update set
        seen = excluded.seen, state = excluded.state, is_shown = excluded.is_shown`
  },

  /** Returns the ids at the source of all pinned posts of the blog; a text that is no id for posts from elsewhere. */
  async pinned(): Promise<string[]> {
    const rows = await sql<{ ForeignId: string }[]>`
      select coalesce(
        (select foreign_id from copied_posts where post = posts.id and source = ${source} limit 1),
        chr(1) || posts.id
      ) as foreign_id
      from posts where blog = ${blog} and pinned_on is not null`
    return rows.map(({ ForeignId }) => ForeignId)
  }
})
