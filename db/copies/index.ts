/**
 * Stores the changes of other services: each change and the new cursor in one transaction, so that neither is ever
 * without the other. A change that the database refuses is parked, with its reason, in the same transaction.
 */
import { isXmlText } from '../../schemas/language/lexical.ts'
import { keysIn, type Begin, type Sql } from '../client.ts'
import { bringPost, type Result } from './changes.ts'
import { toJson, type SourcePost } from './source-post.ts'
import { lockTarget, type Hold, type Target } from './target.ts'

export type { Hold } from './target.ts'
export type { SourcePost } from './source-post.ts'

/** A change at the source. */
export interface SourceChange {
  readonly post: SourcePost
  /** Why the post cannot be copied; undefined if it can. */
  readonly refusal?: string | undefined
  /** The cursors before and after the change. Undefined for changes that a comparison finds. */
  readonly cursor?: { readonly from: number | undefined; readonly to: number }
}

/**
 * The result of a change: `done`, or `parked`, wholly or in part. `unfinished` means that its pictures may come later,
 * `resting` that the blog is closed, and `lost` that another process holds the sync or has moved its cursor. The last
 * two store nothing.
 */
export type Outcome = 'done' | 'parked' | 'unfinished' | 'resting' | 'lost'

export type Copies = ReturnType<typeof copies>

/**
 * @param sql for statements that read
 * @param begin for transactions
 */
export const copies = (sql: Sql, begin: Begin) => ({
  /** Carries out a change. @throws Error if the database does not answer; then nothing is stored */
  apply: (hold: Hold, { post, refusal, cursor }: SourceChange): Promise<Outcome> =>
    begin(async (transaction): Promise<Outcome> => {
      const target = await lockTarget(transaction, hold)
      if (target === undefined || (cursor !== undefined && target.CId !== cursor.from)) return 'lost'
      if (!target.IsOpen) return 'resting'
      const reason = refusal ?? textRefusal(post)
      const result: Result =
        reason === undefined ? await bringPost(transaction, target, post) : { leftover: { kind: 'refused', reason } }
      await park(transaction, target, post, result)
      if (cursor !== undefined && cursor.to !== cursor.from) await moveCursor(transaction, target, cursor.to)
      return result.leftover === undefined ? 'done' : 'parked'
    }),

  /** Moves the cursor without a change. @returns whether the process still holds the sync */
  moveTo: (hold: Hold, cursor: number): Promise<boolean> =>
    begin(async (transaction) => {
      const target = await lockTarget(transaction, hold)
      if (target !== undefined && target.CId !== cursor) await moveCursor(transaction, target, cursor)
      return target !== undefined
    }),

  /**
   * Returns the copies of a sync, to compare them with the source.
   * @param ids ids at the source of the only posts whose copies are needed; by default, all
   */
  copies: (hold: Hold, ids?: string[]) => sql<KnownCopy[]>`
    select foreign_id, posts.uuid, copied_posts.state ->> 'mark' as mark, copied_posts.state ->> 'state' as state
    from syncs
    join copied_posts on copied_posts.blog = syncs.blog and copied_posts.source = syncs.source
    join posts on posts.id = copied_posts.post
    where syncs.id = ${hold.sync} ${ids === undefined ? sql`` : sql`and foreign_id = any(${keysIn(sql, ids)})`}`,

  /** Returns the number of posts that a sync has brought: its copies, and the parked changes of others. */
  async count({ sync }: Hold): Promise<number> {
    const [{ Count }] = await sql<[{ Count: number }]>`
      select (
        (select count(*) from parked_changes where sync = ${sync} and post is null) +
        (select count(*) from syncs join copied_posts using (blog, source) where syncs.id = ${sync})
      )::integer as count`
    return Count
  },

  /** Returns the ids at the source of the posts that have a parked change. */
  async parked({ sync }: Hold): Promise<ReadonlySet<string>> {
    const rows = await sql<{ ForeignId: string }[]>`select foreign_id from parked_changes where sync = ${sync}`
    return new Set(rows.map(({ ForeignId }) => ForeignId))
  },

  /**
   * Returns which of these posts the blog has although they are not copies of this source: its own posts, and copies of
   * other sources.
   */
  async foreign(hold: Hold, uuids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await sql<{ Uuid: string }[]>`
      select posts.uuid from posts
      join syncs on syncs.id = ${hold.sync} and syncs.blog = posts.blog
      where posts.uuid = any(array(select jsonb_array_elements_text(${sql.json([...uuids])})::uuid))
        and not exists (select from copied_posts where post = posts.id and copied_posts.source = syncs.source)`
    return new Set(rows.map(({ Uuid }) => Uuid))
  }
})

export interface KnownCopy {
  readonly ForeignId: string
  readonly Uuid: string
  readonly Mark?: string
  readonly State: SourcePost['state']
}

/** Returns why the texts of a post cannot be stored; undefined if they can. */
const textRefusal = ({ content, author = '', metaText = '' }: SourcePost): string | undefined => {
  if ([content, author, metaText].every(isXmlText)) return undefined
  return 'Its text contains control characters that documents cannot contain. Applying it replaces them.'
}

const moveCursor = (sql: Sql, { Sync }: Target, cursor: number) =>
  sql`update syncs set c_id = ${cursor}, progressed_on = clock_timestamp() where id = ${Sync}`

/** Parks the part of a change that was not carried out. Without one, removes an earlier parked change. */
const park = async (
  sql: Sql,
  { Sync }: Target,
  post: SourcePost,
  { post: copy, leftover, keepsOffer }: Result
): Promise<void> => {
  const { id } = post
  if (leftover === undefined && keepsOffer === true) {
    await sql`
      update parked_changes set change = change || ${sql.json({ state: post.state })}
      where sync = ${Sync} and foreign_id = ${id}`
    return
  }
  if (leftover === undefined) {
    await sql`delete from parked_changes where sync = ${Sync} and foreign_id = ${id}`
    return
  }
  const { kind, reason } = leftover
  await sql`
    insert into parked_changes as earlier (sync, foreign_id, post, kind, reason, change)
    values (
      ${Sync}, ${id}, ${copy ?? null}, ${kind}, ${reason}, ${sql.json(toJson(post))}
    )
    on conflict (sync, foreign_id) do update set
      post = coalesce(excluded.post, earlier.post), kind = excluded.kind, reason = excluded.reason,
      change = excluded.change, parked_on = now()
    -- A change that comes again with each look is not a new one.
    where (earlier.kind, earlier.reason, earlier.change) is distinct from
      (excluded.kind, excluded.reason, excluded.change)`
}
