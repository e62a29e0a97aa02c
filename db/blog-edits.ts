/** Queries that create, change and delete blogs, and add and remove their members. */
import { acting, type Sql } from './client.ts'
import { records, type Values, type Attempt } from './records.ts'

export const blogEdits = (sql: Sql) => ({
  ...records(sql, 'blogs'),

  /** The present time by the clock of the database, as of the blog's posts, for `change`. */
  now: sql`now()`,

  /** Inserts a blog. Returns its id; a repeated attempt returns that of the first one. */
  async insert({ user, key, request }: Attempt, values: Values): Promise<number> {
    const { Type = null, Language = null, Creator = null, Title = null } = values
    const { Description = null, OutputLink = null, EmbedConfig = null, StartsOn = null } = values
    const [{ Id }] = await sql<[{ Id: number }]>`
      select id from insert_blog(${acting(sql, user)}, ${key}, ${request}, ${Type}, ${Language}, ${Creator}, ${Title},
        ${Description}, ${OutputLink}, ${EmbedConfig}, ${StartsOn})`
    return Id
  },

  /**
   * Makes a collaborator a member of a blog.
   * @param type null keeps the type of an existing member, and makes a new one a plain Collaborator
   */
  async setMember(blogId: number, collaboratorId: number, type: string | null): Promise<void> {
    await sql`
      insert into blog_collaborators (blog, collaborator, type)
      values (${blogId}, ${collaboratorId}, coalesce(${type}, 'Collaborator'))
      on conflict (blog, collaborator) do update set type = coalesce(${type}, blog_collaborators.type)
      returning ${acting(sql)}`
  },

  /** Ends a collaborator's membership of a blog. Returns whether the collaborator was a member. */
  async removeMember(blogId: number, collaboratorId: number): Promise<boolean> {
    const { count } = await sql`
      delete from blog_collaborators
      where blog = ${blogId} and collaborator = ${collaboratorId} and ${acting(sql)}`
    return count > 0
  }
})
