/** Queries for the front page: the blogs that readers may know of. They never return rehearsals or hidden blogs. */
import type { Fragment, Sql } from './client.ts'
import { isForReaders } from './criteria.ts'
import { cursorOf, isBeyond, type Cursor } from './cursors.ts'
import type { LiveBlog } from './posts/live.ts'

/** A blog as the front page announces it. */
export type AnnouncedBlog = Pick<LiveBlog, 'Id' | 'Title' | 'Description' | 'EmbedConfig' | 'Language' | 'StartsOn'>

/** A blog that has gone live, as the front page shows it. */
export interface ShownBlog extends AnnouncedBlog {
  readonly ClosedOn?: Date
  readonly PublishedCount: number
  /** The newest published post that is not an advertisement. */
  readonly Post?: ShownPost
  /** The newest of the last posts whose content has a picture. */
  readonly Pictured?: ShownPost
  /** Position at which the next page of a list begins. */
  readonly Cursor: string
}

/** A published post on the front page. */
export interface ShownPost {
  readonly Id: number
  /** May contain markup. */
  readonly Content: string
  /** A JSON object as text. */
  readonly Meta: string
  /** Microseconds are lost. */
  readonly PublishedOn: string
}

/** Number of the newest posts of a blog among which a picture for it is looked for. */
const PICTURED = 20

export const frontPage = (sql: Sql) => {
  const published = sql`deleted_on is null and published_on is not null and type <> 'advertisement'`
  const announced = sql`blogs.id, title, description, embed_config, replace(languages.code, '_', '-') as language,
    starts_on`
  const post = sql`json_build_object('Id', id, 'Content', content, 'Meta', meta, 'PublishedOn', published_on)`

  /** Returns blogs with their newest post and a post with a picture. Reads a bounded number of posts of each. */
  const withPosts = (chosen: Fragment, order: Fragment) => sql<ShownBlog[]>`
    select ${announced}, closed_on, published_count, newest.post, pictured.post as pictured,
      ${cursorOf(sql, sql`coalesce(closed_on, live_on)`, sql`blogs.id`)} as cursor
    from (${chosen}) as blogs
    join languages on languages.id = blogs.language
    left join lateral (
      select ${post} as post, published_on from posts
      where blog = blogs.id and ${published} order by "order" desc limit 1
    ) as newest on true
    left join lateral (
      select ${post} as post from (
        select id, content, meta, published_on from posts
        where blog = blogs.id and ${published} order by "order" desc limit ${PICTURED}
      ) as recent
      where content ~* '<img' limit 1
    ) as pictured on true
    order by ${order}`

  return {
    /** Returns the blogs that are live, those with the newest posts first. */
    live: (limit: number): Promise<ShownBlog[]> =>
      withPosts(
        sql`select * from blogs where is_live and deleted_on is null order by live_on desc, id desc limit ${limit}`,
        sql`newest.published_on desc nulls last, blogs.id desc`
      ),

    /**
     * Returns the blogs that are not live yet and have a planned start, the next one first. A start that nobody has
     * kept for a day is forgotten.
     */
    soon: (limit: number): Promise<AnnouncedBlog[]> => sql<AnnouncedBlog[]>`
      select ${announced} from blogs join languages on languages.id = blogs.language
      where starts_on > now() - interval '1 day' and live_on is null and closed_on is null and deleted_on is null
      order by starts_on, blogs.id limit ${limit}`,

    /** Returns blogs that were live and are closed, those closed last first. @param after the last one before them */
    past: (limit: number, after: Cursor | undefined): Promise<ShownBlog[]> =>
      withPosts(
        sql`select * from blogs
          where closed_on is not null and ${isForReaders(sql)}
            and ${isBeyond(sql, sql`closed_on`, sql`id`, after)}
          order by closed_on desc, id desc limit ${limit}`,
        sql`closed_on desc, blogs.id desc`
      )
  }
}
