/** Fills a database with the blogs that the measurements read. */
import type { Sql } from 'postgres'

/** A blog whose posts are all published. `length` is the number of posts, `post` the id of one of them. */
export interface Blog {
  readonly id: number
  readonly path: string
  readonly length: number
  readonly post: number
}

/** The blogs in `many` have as many posts as the short one. */
export interface Blogs {
  readonly short: Blog
  readonly long: Blog
  readonly many: readonly Blog[]
}

/** Number of posts of a short blog. The measured list shows all of them. */
export const SHORT = 50
/** Number of posts of the long blog. */
const LONG = 100_000
/** Number of blogs that one round of first reads requests. */
const MANY = 4_000

/** Inserts the blogs and their posts. */
export const fill = async (sql: Sql): Promise<Blogs> => {
  const [long, short, ...many] = await sql.begin(async (transaction) => {
    // Turns the triggers off, which number posts one by one. The statement below writes the same numbers and counters.
    await transaction`set local session_replication_role = replica`
    const blogs = await transaction<Blog[]>`
      with new_blogs as (
        insert into blogs (
          type, language, creator, title, description, created_on, updated_on, live_on,
          last_c_id, published_c_id, last_order, post_count, published_count
        )
        select 1, 1, 2, 'Council meeting ' || n, 'What was said and decided.', now(), now(), now(),
          length, length, length, length, length
        from generate_series(1, ${MANY + 2}::integer) as n,
          lateral (select case n when 1 then ${LONG}::integer else ${SHORT}::integer end as length) as lengths
        returning id, post_count as length
      ), new_posts as (
        insert into posts (blog, creator, content, created_on, published_on, published_c_id, c_id, "order")
        select new_blogs.id, 2, '<p>Item ' || n || ' of the agenda is carried.</p>',
          times.published_on, times.published_on, n, n, n
        from new_blogs, generate_series(1, length) as n,
          lateral (select now() - (length - n) * interval '1 minute' as published_on) as times
        returning id, blog
      )
      select blog as id, '/resources/Desk/Blog/' || blog as path, count(*)::integer as length, max(id) as post
      from new_posts group by blog order by blog`
    await transaction`call count_posts()`
    return blogs
  })
  await sql`vacuum analyze`
  if (long === undefined || short === undefined) throw new Error('The database returned no blogs.')
  return { long, short, many }
}
