/** Queries that store the posts of imports: many in one statement, each once, however often the import is run. */
import { keysIn, type Sql } from '../client.ts'
import { MAX_PINNED } from '../copies/pins.ts'
import { placeOf, type Placing } from './places.ts'
import type { CopyChange, ImportedPost, KnownCopy } from './rows.ts'
import type { ImportTarget } from './target.ts'

/** The posts of a blog as an import needs them. */
export interface ImportedPosts {
  /** Locks the blog until the transaction ends, like everything that changes its posts. */
  readonly lock: () => Promise<void>
  /** Returns those of some posts that an earlier import has stored. Call it in a transaction. */
  readonly copies: (ids: string[]) => Promise<KnownCopy[]>
  /** Inserts posts, and returns their ids at the source. Posts that the blog has from elsewhere are not inserted. */
  readonly insert: (posts: readonly ImportedPost[], placing: Placing) => Promise<{ ForeignId: string }[]>
  /** Applies changes of a source to posts. They keep their positions. */
  readonly change: (changes: readonly CopyChange[]) => Promise<void>
  /** Pins a published post, unless the blog has three pinned posts. Returns whether the post is pinned. */
  readonly pin: (foreignId: string, pinnedOn: string) => Promise<boolean>
}

/** Number of hashes that each post keeps, at least. A post that was corrected more often is compared again. */
const MAX_SEEN = 50

export const importedPosts = (sql: Sql, { blog, source, author, creator }: ImportTarget): ImportedPosts => ({
  async lock() {
    // The planner expects one post in a batch, and would compare each of five hundred with each.
    await sql`set local enable_nestloop = off`
    // If there is no other plan, PostgreSQL 15 to 17 adds so much to its cost that it compiles it, for a second or two.
    await sql`set local jit = off`
    await sql`select from blogs where id = ${blog} for no key update`
  },

  async copies(ids) {
    // A plan for any blog expects one post of a source in a blog, and may read all of them for each of the ids.
    await sql`set local plan_cache_mode = force_custom_plan`
    const copies = await sql<KnownCopy[]>`
      select copy.*
      from jsonb_array_elements_text(${sql.json(ids)}) as wanted (id)
      cross join lateral (
        select foreign_id, post, seen, state, (
          select hash <> copy_hash(type, content, meta) from posts where posts.id = post
        ) as is_corrected, (
          select published_on is not null and deleted_on is null from posts where posts.id = post
        ) as is_shown
        from copied_posts where blog = ${blog} and source = ${source} and foreign_id = wanted.id
        limit 1
      ) as copy`
    // Triggers and foreign keys would be planned for each row.
    await sql`set local plan_cache_mode = auto`
    return copies
  },

  async insert(posts, placing) {
    const rows = posts.map((post, index) => ({ ...post, nth: index }))
    return sql<{ ForeignId: string }[]>`
      with fresh as materialized (
        select given.*, given.position + ${placing.shift}::numeric as wanted, row_number() over (order by nth) as number
        from jsonb_to_recordset(${sql.json(rows)}) as given (
          nth integer, foreign_id text, uuid uuid, seen jsonb, type text, content text, meta text, byline text,
          created_on timestamptz, published_on timestamptz, updated_on timestamptz, deleted_on timestamptz,
          withdrawn_on timestamptz, submitted_on timestamptz, publish_on timestamptz, return_note text,
          comment_source text, is_key_point boolean, position numeric, state jsonb
        )
        where (select id from posts where blog = ${blog} and posts.uuid = given.uuid) is null
      ), placed as materialized (
        select *, ${placeOf(sql, blog, placing)} as place
        from fresh window same as (partition by wanted order by nth)
      ), numbered as (
        update blogs set last_c_id = last_c_id + (select count(*) from placed),
          last_order = greatest(last_order, (select max(place) from placed))
        where id = ${blog}
        returning last_c_id - (select count(*) from placed) as base
      ), inserted as (
        insert into posts (blog, uuid, type, creator, author, byline, content, meta, created_on, published_on,
          updated_on, deleted_on, withdrawn_on, submitted_on, publish_on, return_note, comment_source, is_key_point,
          "order", c_id, published_c_id)
        select ${blog}, uuid, type, ${creator}, ${author}, byline, content, meta, created_on, published_on, updated_on,
          deleted_on, withdrawn_on, submitted_on, publish_on, return_note, comment_source, is_key_point, place,
          base + number, case when coalesce(published_on, withdrawn_on) is not null then base + number end
        from placed cross join numbered order by number
        returning id, uuid, type, content, meta
      )
      insert into copied_posts (post, blog, source, foreign_id, position, state, seen, hash)
      select id, ${blog}, ${source}, foreign_id, position, state, seen,
        copy_hash(inserted.type, inserted.content, inserted.meta)
      from inserted join placed using (uuid)
      returning foreign_id`
  },

  async change(changes) {
    const ids = changes.map(({ post }) => post)
    const places = await sql`select id, "order" as place from posts where id = any(${keysIn(sql, ids)})`
    await sql`
      with given as materialized (
        select * from jsonb_to_recordset(${sql.json(changes.map((change) => ({ ...change })))}) as given (
          post integer, seen jsonb, state jsonb, replaces boolean, type text, content text, meta text, byline text,
          updated_on timestamptz, new_state text, moment timestamptz, is_key_point boolean, unpins boolean
        )
      ), changed as (
        update posts set
          type = case when replaces then given.type else posts.type end,
          content = case when replaces then given.content else posts.content end,
          meta = case when replaces then given.meta else posts.meta end,
          byline = case when replaces then coalesce(given.byline, posts.byline) else posts.byline end,
          editor = case when not replaces then posts.editor end,
          updated_on = coalesce(given.updated_on, posts.updated_on),
          published_on = case
            when new_state = 'published' then coalesce(posts.published_on, moment)
            when new_state in ('draft', 'withdrawn') then null
            else posts.published_on
          end,
          deleted_on = case
            when new_state = 'deleted' then coalesce(posts.deleted_on, moment)
            when new_state is null then posts.deleted_on
          end,
          is_key_point = coalesce(given.is_key_point, posts.is_key_point),
          pinned_on = case when not unpins then posts.pinned_on end
        from given where posts.id = given.post and posts.blog = ${blog}
        returning posts.id, posts.type, posts.content, posts.meta
      )
      update copied_posts set
        state = given.state,
        hash = case when replaces then copy_hash(changed.type, changed.content, changed.meta) else hash end,
        seen = case
          when jsonb_array_length(copied_posts.seen) < ${MAX_SEEN} then copied_posts.seen || given.seen
          else given.seen
        end
      from given join changed on changed.id = given.post
      where copied_posts.post = given.post`
    // A post that is published comes to the top, unless its position is set afterwards.
    await sql`
      update posts set "order" = "Place"
      from jsonb_to_recordset(${sql.json(places)}) as given ("Id" integer, "Place" numeric)
      where posts.id = "Id" and "order" <> "Place"`
  },

  async pin(foreignId, pinnedOn) {
    const { count } = await sql`
      update posts set pinned_on = ${pinnedOn}
      where id = (
        select post from copied_posts where blog = ${blog} and source = ${source} and foreign_id = ${foreignId}
      ) and published_on is not null and deleted_on is null and (
        select count(*) from posts where blog = ${blog} and pinned_on is not null
      ) < ${MAX_PINNED}`
    return count > 0
  }
})
