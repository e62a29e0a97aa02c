/** Queries that search published posts, and blogs by their titles. They find nothing that is hidden from readers. */
import type { PostRow } from '../schemas/post.ts'
import type { Fragment, Sql } from './client.ts'
import { isForReaders } from './criteria.ts'
import { cursorOf, isBeyond, type Cursor } from './cursors.ts'
import type { LiveBlog } from './posts/live.ts'

/** A published post that has all words of a search. */
export interface FoundPost extends Pick<PostRow, 'Id' | 'Blog' | 'Content'> {
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

/** Number of the newest posts that are looked through before the index of words is used. */
const NEWEST = 200
/** Bytes of contents after which no more of them are looked through. It takes half a millisecond a kibibyte. */
const NEWEST_BYTES = 256 * 1024

export const search = (sql: Sql) => ({
  /** Returns the published posts with all words of a text, the newest first. */
  async posts(text: string, { blog, after, limit }: SearchOptions): Promise<FoundPost[]> {
    const isSearched = sql`
      blog is not null and published_on is not null and deleted_on is null
      and ${blog === undefined ? sql`blog in (select id from blogs where ${isForReaders(sql)})` : sql`blog = ${blog}`}
      and ${isBeyond(sql, sql`published_on`, sql`id`, after)}`
    // PostgreSQL expects a word that it does not know in one of fifty posts, and would look for it in one post after
    // the other, the newest first: in all posts, if none has it. It does not know the result of a subquery beforehand.
    const hasWords = sql`markup_words(content) @@ (select search_query(${text}))`
    const find = (candidates: Fragment) => sql<FoundPost[]>`
      select post_rows.id, post_rows.blog, blogs.title as blog_title, replace(languages.code, '_', '-') as language,
        embed_config, content, published_on,
        ${cursorOf(sql, sql`published_on`, sql`post_rows.id`)} as cursor
      from post_rows join blogs on blogs.id = post_rows.blog join languages on languages.id = blogs.language
      where post_rows.id = any (array(
        select id from (${candidates}) as candidates order by published_on desc, id desc limit ${limit}
      ))
      order by published_on desc, post_rows.id desc`
    // A frequent word is in enough of the newest posts. The index would lead to all posts that have it.
    const newest = await find(sql`
      select id, published_on from (
        select *, sum(octet_length(content)) over (order by published_on desc, id desc) as bytes from (
          select id, published_on, content from posts where ${isSearched}
          order by published_on desc, id desc limit ${NEWEST}
        ) as newest
      ) as measured
      where bytes <= ${NEWEST_BYTES} and ${hasWords}`)
    if (newest.length === limit) return newest
    // With an offset, PostgreSQL chooses the index without regard to the order and the limit.
    return find(sql`select id, published_on from posts where ${isSearched} and ${hasWords} offset 0`)
  },

  /** Returns the blogs that readers see with all words of a text in their titles, those that began last first. */
  blogs: (text: string, limit: number): Promise<FoundBlog[]> => sql<FoundBlog[]>`
    select blogs.id, title, replace(languages.code, '_', '-') as language
    from blogs join languages on languages.id = blogs.language
    where array_to_tsvector(words_in(title)) @@ search_query(${text}) and ${isForReaders(sql)}
    order by live_on desc, blogs.id desc limit ${limit}`
})
