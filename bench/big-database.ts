/** A database of ten thousand blogs, one of which has a million posts. */
import type { Pool, Sql } from '../db/client.ts'

/** What is compared: two blogs that differ in nothing but their length. */
export interface Blogs { big: BigBlog, small: BigBlog }

/** A blog to be read: its id, how many posts it has, the newest of its changes, and one of its posts. */
export interface BigBlog { blog: number, length: number, lastCId: number, post: number }

export const BIG = 1_000_000
export const SMALL = 50
export const BLOGS = 10_000

/** How many posts each of the other blogs has. */
const OTHERS = 5

/**
 * Fills a database that has the demo newsroom. The triggers that number posts one by one are put aside; what they
 * would have written is written here.
 * @param sql connected as a superuser
 */
export const fillBig = async (sql: Pool): Promise<Blogs> => {
  const blogs = await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`
    await transaction`set local session_replication_role = replica`
    const [big = 0, small = 0, ...others] = await insertBlogs(transaction)
    await insertPosts(transaction, [big], BIG)
    await insertPosts(transaction, [small], SMALL)
    await insertPosts(transaction, others, OTHERS)
    await transaction`
      update blogs set last_c_id = found.last, published_c_id = found.published, last_order = found.top, post_count = found.posts, published_count = found.shown
      from (
        select blog, max(c_id) as last, max(c_id) filter (where was_published) as published, max("order") as top,
          count(*) filter (where deleted_on is null) as posts, count(*) filter (where deleted_on is null and published_on is not null) as shown
        from posts group by blog
      ) as found
      where id = found.blog`
    await transaction`call count_posts()`
    return { big, small }
  })
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`
    await transaction`analyze`
  })
  // Of its own, because a transaction cannot; it makes what autovacuum would make of the database in a quiet minute.
  const settled = await sql.reserve()
  try {
    await settled`set statement_timeout = 0`
    await settled`vacuum posts, blogs, post_counts, post_order_blocks, post_change_blocks`
  } finally {
    await settled`reset statement_timeout`
    settled.release()
  }
  return { big: await described(sql, blogs.big, BIG), small: await described(sql, blogs.small, SMALL) }
}

/** @returns their ids */
const insertBlogs = async (sql: Sql): Promise<number[]> => {
  const made = await sql<{ Id: number }[]>`
    insert into blogs (type, language, creator, title, description, created_on, live_on)
    select 1, 1, case when n <= 3000 then 2 else 3 + n % 4 end, 'Council meeting ' || n, 'What was said and decided.', now() - n * interval '1 hour',
      case when n % 3 > 0 then now() - n * interval '1 hour' end
    from generate_series(1, ${BLOGS}::integer - (select count(*)::integer from blogs)) as n
    returning id`
  return made.map(({ Id }) => Id)
}

/** One post in a hundred is deleted and one in fifty a draft. The oldest hundredth of a blog is what changed last. */
const insertPosts = async (sql: Sql, blogs: number[], length: number) => {
  await sql`
    insert into posts (blog, type, creator, author, content, created_on, published_on, deleted_on, was_published, c_id, "order")
    select blog, case when n % 7 = 0 then 'wrapup' when n % 5 = 0 then 'quote' else 'normal' end, creator,
      (select min(id) from collaborators where "user" = creator), '<p>Item ' || n || ' of the agenda is carried.</p>',
      written, case when n % 50 > 0 then written end,
      case when n % 100 = 99 then now() end, n % 50 > 0, case when n <= ${length}::integer / 100 then n + ${length}::integer else n end, n
    from jsonb_array_elements_text(${sql.json(blogs)}) as chosen (id), lateral (select id::integer as blog) as one,
      generate_series(1, ${length}::integer) as n, lateral (select 2 + n % 5 as creator) as user_of,
      -- The long blog and the short one end now, the others one after the other over a year.
      lateral (select now() - (${length}::integer - n + case when ${blogs.length}::integer > 1 then 50 * (blog - ${blogs[0] ?? 0}::integer) else 0 end) * interval '1 minute' as written) as at`
}

const described = async (sql: Sql, blog: number, length: number): Promise<BigBlog> => {
  const [{ LastCId: lastCId, Post: post }] = await sql<[{ LastCId: number, Post: number }]>`
    select last_c_id, (select max(id) from posts where blog = ${blog} and deleted_on is null and published_on is not null) as post
    from blogs where id = ${blog}`
  return { blog, length, lastCId, post }
}
