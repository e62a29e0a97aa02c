/** Queries with which editors open and change blogs, and choose their members. */
import type { Static } from 'typebox'
import { Blog, type BlogRow, type EditedBlog, type NewBlog } from '../schemas/blog.ts'
import { parseMoment } from '../schemas/language/lexical.ts'
import { columnsOf, type Sql } from './client.ts'
import type { Attempt } from './idempotency-keys.ts'

/** Queries that change blogs and their members. */
export const blogEdits = (sql: Sql) => {
  const own = columnsOf(Blog).filter((column) => column !== 'updated_on')
  const everything = sql`${sql(own)}, coalesce(updated_on, created_on) as updated_on`
  /** The blog, if it still has a version; null stands for any. */
  const current = (blogId: number, version: number | null) =>
    sql`id = ${blogId} and (${version}::integer is null or version = ${version})`

  return {
    /** Opens a blog, once for all attempts. */
    async insert(
      { user, key, request }: Attempt,
      blog: Static<typeof NewBlog> & { Creator: number }
    ): Promise<BlogRow> {
      const { Type = null, Language, Creator, Title, Description = null, OutputLink = null, EmbedConfig = null } = blog
      const [row] = await sql<[BlogRow]>`
        select ${everything} from insert_blog(${user}, ${key}, ${request}, ${Type}, ${Language}, ${Creator}, ${Title},
          ${Description}, ${OutputLink}, ${EmbedConfig})`
      return row
    },

    /**
     * Changes a blog; what is absent stays as it is.
     * @param version the one that the blog must still have; null where any will do
     * @returns undefined when the blog has another version by now
     */
    async change(
      blogId: number,
      version: number | null,
      edit: Static<typeof EditedBlog>
    ): Promise<BlogRow | undefined> {
      const { Title = null, Language = null, Type = null, Description = null, OutputLink, EmbedConfig, ClosedOn } = edit
      const set = (column: string, value: string | Date | null | undefined) =>
        value === undefined ? sql`${sql(column)}` : sql`${value}`
      const [row] = await sql<[BlogRow?]>`
        update blogs set
          title = coalesce(${Title}, title), description = coalesce(${Description}, description),
          language = coalesce(${Language}, language), type = coalesce(${Type}, type),
          output_link = ${set('output_link', OutputLink === '' ? null : OutputLink)},
          embed_config = ${set('embed_config', EmbedConfig)},
          closed_on = ${set('closed_on', ClosedOn === '' ? null : ClosedOn && parseMoment(ClosedOn))}
        where ${current(blogId, version)}
        returning ${everything}`
      return row
    },

    /** Takes a blog live, or back. */
    async toggleLive(blogId: number, version: number | null): Promise<BlogRow | undefined> {
      const [row] = await sql<[BlogRow?]>`
        update blogs set live_on = case when live_on is null then now() end
        where ${current(blogId, version)}
        returning ${everything}`
      return row
    },

    /** Hides a blog from lists, or shows it there again. */
    async hide(blogId: number, version: number | null, isHidden: boolean): Promise<BlogRow | undefined> {
      const [row] = await sql<[BlogRow?]>`
        update blogs set deleted_on = case when ${isHidden} then coalesce(deleted_on, now()) end
        where ${current(blogId, version)}
        returning ${everything}`
      return row
    },

    /** Deletes a blog that nothing refers to. @throws PostgresError of a foreign key when something does */
    async remove(blogId: number, version: number | null): Promise<BlogRow | undefined> {
      const [row] = await sql<[BlogRow?]>`delete from blogs where ${current(blogId, version)} returning ${everything}`
      return row
    },

    /** Makes a collaborator a member; one that is a member already gets the type, if there is one. */
    async setMember(blogId: number, collaboratorId: number, type: string | null): Promise<void> {
      await sql`
        insert into blog_collaborators (blog, collaborator, type)
        values (${blogId}, ${collaboratorId}, coalesce(${type}, 'Collaborator'))
        on conflict (blog, collaborator) do update set type = coalesce(${type}, blog_collaborators.type)`
    },

    /** Makes an active user a member, unless the user is the blog's creator. @returns whether it is one now */
    async inviteUser(blogId: number, userName: string, type: string): Promise<boolean> {
      const { count } = await sql`
        insert into blog_collaborators (blog, collaborator, type)
        select blogs.id, min(collaborators.id), ${type} from blogs, users
        join collaborators on collaborators."user" = users.id
        where blogs.id = ${blogId} and users.name = ${userName} and users.active and users.id <> blogs.creator
        group by blogs.id
        on conflict (blog, collaborator) do update set type = excluded.type`
      return count > 0
    },

    /** Ends a user's memberships of a blog. @returns whether there were any */
    async removeUser(blogId: number, userName: string): Promise<boolean> {
      const { count } = await sql`
        delete from blog_collaborators
        where blog = ${blogId} and collaborator in (
          select collaborators.id from collaborators join users on users.id = collaborators."user"
          where users.name = ${userName}
        )`
      return count > 0
    },

    /** Ends a membership. @returns whether there was one */
    async removeMember(blogId: number, collaboratorId: number): Promise<boolean> {
      const { count } = await sql`
        delete from blog_collaborators where blog = ${blogId} and collaborator = ${collaboratorId}`
      return count > 0
    }
  }
}
