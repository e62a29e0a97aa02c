/** A blog with as many changes as a long night brings. */
import postgres from 'postgres'

/** How many changes it has, each of another post. */
export const CHANGES = 10_000

/** Short transactions, because each change writes the blog's row once more. */
const AT_ONCE = 500

/** Makes it. @returns its id */
export const addLongBlog = async (databaseUrl: string): Promise<number> => {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const [{ id }] = await sql<[{ id: number }]>`
      insert into blogs (type, language, creator, title, live_on)
      select type, language, creator, 'A long night', now() from blogs order by id limit 1
      returning id`
    for (let made = 0; made < CHANGES; made += AT_ONCE) {
      await sql`
        insert into posts (blog, creator, content, published_on)
        select ${id}, creator, '<p>Ward ' || n || ' declares: <b>Quill 1,204</b>, Pell 1,187.</p>', now()
        from blogs, generate_series(${made + 1}::integer, ${made + AT_ONCE}::integer) as n where id = ${id}`
    }
    await sql`analyze`
    return id
  } finally {
    await sql.end()
  }
}
