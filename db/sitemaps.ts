/** Queries for the lists of pages that search engines read. They return only pages that readers can see. */
import type { Sql } from './client.ts'
import { isForReaders } from './criteria.ts'

/** A blog that has gone live. */
export interface ListedBlog {
  readonly Id: number
  /** When a post was last published or changed. */
  readonly UpdatedOn: Date
}

/** A post that was published lately. */
export interface NewsPost {
  readonly Id: number
  readonly Blog: number
  /** Language tag of the blog (BCP 47). */
  readonly Language: string
  /** The start of the content. May contain markup. */
  readonly Start: string
  readonly PublishedOn: Date
}

export const sitemapQueries = (sql: Sql) => ({
  /** Returns the blogs that have gone live, the most recent first. */
  blogs: (limit: number): Promise<ListedBlog[]> => sql<ListedBlog[]>`
    select id, greatest(updated_on, created_on, last_post_on) as updated_on
    from blogs where ${isForReaders(sql)}
    order by live_on desc, id desc limit ${limit}`,

  /**
   * Returns the posts that were published in the last two days, the newest first, without advertisements.
   * @param length number of characters of their contents
   */
  news: (limit: number, length: number): Promise<NewsPost[]> => sql<NewsPost[]>`
    select posts.id, posts.blog, replace(languages.code, '_', '-') as language, left(content, ${length}) as start,
      published_on
    from blogs
    join languages on languages.id = blogs.language
    join posts on posts.blog = blogs.id and published_on > now() - interval '2 days'
    where ${isForReaders(sql)}
      and (closed_on is null or closed_on > now() - interval '2 days')
      and posts.deleted_on is null and posts.type <> 'advertisement'
    order by published_on desc, posts.id desc limit ${limit}`
})
