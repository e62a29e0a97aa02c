/** The rows that are stored of a blog, with all their columns, as text for a golden document. */
import type { Sql } from '../../db/client.ts'

/**
 * Returns all rows of a blog that was imported or follows another: each on a line, without columns that are null.
 * @param since times from then on are `now`, but for those far in the future
 */
export const storedRows = async (sql: Sql, blog: number, since: Date): Promise<string> => {
  const rows = await sql<{ Kind: string; Row: Readonly<Record<string, unknown>> }[]>`
    with own as (
      select posts.*, row_number() over (order by posts.id) as number from posts where blog = ${blog}
    ), sources_here as (
      select sources.* from sources join blog_sources on source = sources.id where blog = ${blog}
    )
    select 'blog' as kind, to_jsonb(blogs) - 'id' as row from blogs where id = ${blog}
    union all select * from (
      select 'configuration', to_jsonb(configurations) - 'id' - 'blog' from configurations where blog = ${blog}
      order by name
    ) as configurations
    union all select 'source', to_jsonb(sources_here) - 'id' from sources_here
    union all select 'sync', to_jsonb(syncs) - 'id' - 'blog' - 'source' from syncs where blog = ${blog}
    union all
    select 'state', to_jsonb(sync_states) - 'sync' - 'holder' - 'held_until'
    from sync_states join syncs on syncs.id = sync where blog = ${blog}
    union all select * from (
      select 'post', to_jsonb(own) - 'id' - 'blog' - 'words' - 'author'
        || jsonb_build_object('author', (
          select name from sources_here join collaborators on source = sources_here.id where collaborators.id = author
        ))
      from own order by number
    ) as posts
    union all select * from (
      select 'copy', to_jsonb(copied_posts) - 'blog' - 'source' || jsonb_build_object('post', number)
      from copied_posts join own on own.id = post order by number
    ) as copies
    union all select * from (
      select 'parked', to_jsonb(parked_changes) - 'id' - 'sync' || jsonb_build_object('post', number)
      from parked_changes join syncs on syncs.id = sync left join own on own.id = post
      where syncs.blog = ${blog} order by foreign_id collate "C"
    ) as parked`
  return rows.map(({ Kind, Row }) => `${Kind} ${JSON.stringify(present(Row))}\n`.replace(TIMES, nameOf(since))).join('')
}

const present = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g

const nameOf = (since: Date) => (time: string) => {
  const age = Number(new Date(time)) - Number(since)
  return age >= 0 && age < HOUR ? 'now' : time
}

const HOUR = 3_600_000
