/** Fills a database with the blogs that are measured. */
import type { Sql, TransactionSql } from 'postgres'

/** A blog whose posts are all published, how many they are, and the id of one of them. */
export interface Blog { readonly id: number, readonly length: number, readonly post: number }

/** `many` are as long as the short one. */
export interface Blogs { readonly short: Blog, readonly long: Blog, readonly many: readonly Blog[] }

/** Posts of a short blog, which are those that its measured list shows. */
export const SHORT = 50
/** As many as one round of first reads asks for. */
const MANY = 4_000

/** @param long posts of the long blog */
export const fill = async (sql: Sql, long: number): Promise<Blogs> => {
  const made = await sql.begin(async (transaction) => {
    // The triggers number posts one by one. Without them, this writes what they would have written.
    await transaction`set local session_replication_role = replica`
    const blogs = [...await insertBlogs(transaction, 1, long), ...await insertBlogs(transaction, MANY + 1, SHORT)]
    await transaction`call count_posts()`
    return blogs
  })
  await sql`vacuum analyze`
  const [longBlog, short, ...many] = made
  if (longBlog === undefined || short === undefined) throw new Error('No blogs were made.')
  return { long: longBlog, short, many }
}

const insertBlogs = async (sql: TransactionSql, count: number, length: number): Promise<Blog[]> => {
  const blogs = await sql<{ id: number }[]>`
    insert into blogs (
      type, language, creator, title, description, created_on, updated_on, live_on,
      last_c_id, published_c_id, last_order, post_count, published_count
    )
    select 1, 1, 2, 'Council meeting ' || n, 'What was said and decided.', now(), now(), now(),
      ${length}::integer, ${length}::integer, ${length}::integer, ${length}::integer, ${length}::integer
    from generate_series(1, ${count}::integer) as n
    returning id`
  const first = blogs[0]?.id ?? 0
  return await sql<Blog[]>`
    with made as (
      insert into posts (blog, creator, content, created_on, published_on, was_published, c_id, "order")
      select blog, 2, '<p>Item ' || n || ' of the agenda is carried.</p>', written, written, true, n, n
      from generate_series(${first}::integer, ${first + count - 1}::integer) as blog,
        generate_series(1, ${length}::integer) as n,
        lateral (select now() - (${length}::integer - n) * interval '1 minute' as written) as times
      returning id, blog
    )
    select blog as id, count(*)::integer as length, max(id) as post from made group by blog order by blog`
}
