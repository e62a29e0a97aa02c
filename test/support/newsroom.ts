/** A new blog, and changes that a newsroom makes to it: through the service, or directly with SQL. */
import type { Built } from './app.ts'
import type { Pool } from '../../db/client.ts'
import { numberFrom } from './database.ts'

export interface Newsroom {
  /** Id of the blog. */
  blog: number
  /** Path of the list of the blog's posts. */
  posts: string
  /** Inserts posts with one SQL statement. Returns their ids. */
  insert: (count: number, post?: { published?: boolean; type?: string; content?: string }) => Promise<number[]>
  /** Inserts a post over HTTP. Returns its id. */
  send: (published: boolean, content?: string) => Promise<number>
  publish: (ids: readonly number[]) => Promise<unknown>
  withdraw: (ids: readonly number[]) => Promise<unknown>
  edit: (ids: readonly number[], content: string) => Promise<unknown>
  /** Moves posts to the top, in this order. */
  reorder: (ids: readonly number[]) => Promise<unknown>
  remove: (ids: readonly number[]) => Promise<unknown>
}

/** Creates the blog. User 1 writes all posts. */
export const newsroom = async ({ sql, post, tokenOf }: Pick<Built, 'sql' | 'post' | 'tokenOf'>): Promise<Newsroom> => {
  const blog = await addBlog(sql, 'A blog for one test')
  const posts = `/resources/Desk/Blog/${blog}/Post`
  const authorization = await tokenOf('admin')
  return {
    blog,
    posts,
    insert: async (count, { published = true, type = 'normal', content = 'post' } = {}) => {
      const rows = await sql<{ Id: number }[]>`
        insert into posts (blog, creator, type, content, published_on)
        select ${blog}, 1, ${type}, ${content} || ' ' || number, ${published ? sql`now()` : null}
        from generate_series(1, ${count}) as number returning id`
      return rows.map(({ Id }) => Id)
    },
    send: async (published, content = 'sent') => {
      const answer = await post(`${posts}${published ? '/Publish' : ''}`, { Content: content }, { authorization })
      if (answer.statusCode !== 201) throw new Error(`not inserted: ${answer.body}`)
      return Number(/(\d+)$/.exec(String(answer.headers.location))?.[1])
    },
    publish: (ids) => sql`update posts set published_on = now() where id in ${sql([...ids])}`,
    withdraw: (ids) => sql`update posts set published_on = null where id in ${sql([...ids])}`,
    edit: (ids, content) => sql`update posts set content = ${content}, updated_on = now() where id in ${sql([...ids])}`,
    reorder: async (ids) => {
      for (const id of ids) {
        await sql`
          update posts set "order" = (select max("order") + 1 from posts where blog = ${blog})
          where id = ${id} and deleted_on is null`
      }
    },
    remove: (ids) => sql`update posts set deleted_on = now() where id in ${sql([...ids])} and deleted_on is null`
  }
}

type Columns = Readonly<Record<string, unknown>>

/** Adds a blog of user 1. @returns its id */
export const addBlog = (sql: Pool, title: string, columns: Columns = {}): Promise<number> =>
  numberFrom(sql`insert into blogs ${sql({ type: 1, language: 1, creator: 1, title, ...columns })} returning id`)

/** Adds a blog of user 1 that readers see. @returns its id */
export const addLiveBlog = (sql: Pool, title: string, columns: Columns = {}): Promise<number> =>
  addBlog(sql, title, { live_on: new Date(), ...columns })

/** Adds a post of user 1, which is published unless its columns say otherwise. @returns its id */
export const publishIn = (sql: Pool, blog: number | null, content: string, columns: Columns = {}): Promise<number> => {
  const row = { blog, creator: 1, content, published_on: new Date(), ...columns }
  return numberFrom(sql`insert into posts ${sql(row)} returning id`)
}
