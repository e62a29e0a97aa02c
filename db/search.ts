/** Queries that search published posts, and blogs by their titles. They never find what readers cannot see. */
import type { PostRow } from '../schemas/post.ts'
import type { Sql } from './client.ts'
import { isForReaders } from './criteria.ts'
import { cursorOf, isBeyond, type Cursor } from './cursors.ts'
import type { LiveBlog } from './posts/live.ts'

/** A published post that has all words of a search. */
export interface FoundPost extends Pick<PostRow, 'Id' | 'Blog' | 'AuthorName' | 'Content'> {
  readonly BlogTitle: string
  /** Language tag of the blog (BCP 47). */
  readonly Language: string
  readonly EmbedConfig?: string
  readonly PublishedOn: Date
  /** Position at which the next page begins. */
  readonly Cursor: string
}

/** A blog whose title has all words of a search. */
export type FoundBlog = Pick<LiveBlog, 'Id' | 'Title' | 'Language'>

interface SearchOptions {
  /** The blog to search; undefined for all that readers see. */
  readonly blog?: number
  /** The last post of the page before. */
  readonly after?: Cursor | undefined
  readonly limit: number
}

export const search = (sql: Sql) => ({
  /** Returns the published posts with all words of a text, the newest first. */
  posts: (text: string, { blog, after, limit }: SearchOptions): Promise<FoundPost[]> => sql<FoundPost[]>`
    select post_rows.id, post_rows.blog, blogs.title as blog_title, replace(languages.code, '_', '-') as language,
      embed_config, author_name, content, post_rows.published_on,
      ${cursorOf(sql, sql`found.published_on`, sql`found.id`)} as cursor
    from (
      select id, published_on from posts
      where markup_words(content) @@ search_query(${text})
        and blog is not null and published_on is not null and deleted_on is null
        and ${blog === undefined ? sql`blog in (select id from blogs where ${isForReaders(sql)})` : sql`blog = ${blog}`}
        and ${isBeyond(sql, sql`published_on`, sql`id`, after)}
      order by published_on desc, id desc limit ${limit}
    ) as found
    join post_rows on post_rows.id = found.id
    join blogs on blogs.id = post_rows.blog
    join languages on languages.id = blogs.language
    order by found.published_on desc, found.id desc`,

  /** Returns the blogs that readers see with all words of a text in their titles, those that began last first. */
  blogs: (text: string, limit: number): Promise<FoundBlog[]> => sql<FoundBlog[]>`
    select blogs.id, title, replace(languages.code, '_', '-') as language
    from blogs join languages on languages.id = blogs.language
    where array_to_tsvector(words_in(title)) @@ search_query(${text}) and ${isForReaders(sql)}
    order by live_on desc, blogs.id desc limit ${limit}`
})
