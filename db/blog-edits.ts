/** Queries that create, change and delete blogs, and add and remove their members. */
import type { Static } from 'typebox'
import { Blog, type BlogRow, type EditedBlog, type NewBlog } from '../schemas/blog.ts'
import { parseMoment } from '../schemas/language/lexical.ts'
import { columnsOf, type Sql } from './client.ts'
import type { Attempt } from './idempotency-keys.ts'

export const blogEdits = (sql: Sql) => {
  const storedColumns = columnsOf(Blog).filter((column) => column !== 'updated_on')
  const columns = sql`${sql(storedColumns)}, coalesce(updated_on, created_on) as updated_on`
  /** Returns the condition that a row is the blog and still has the version; null stands for any version. */
  const hasVersion = (blogId: number, version: number | null) =>
    sql`id = ${blogId} and (${version}::integer is null or version = ${version})`

  return {
    /** Inserts a blog. A repeated attempt returns the blog of the first one. */
    async insert(
      { user, key, request }: Attempt,
      blog: Static<typeof NewBlog> & { Creator: number }
    ): Promise<BlogRow> {
      const { Type = null, Language, Creator, Title, Description = null, OutputLink = null, EmbedConfig = null } = blog
      const [row] = await sql<[BlogRow]>`
        select ${columns} from insert_blog(${user}, ${key}, ${request}, ${Type}, ${Language}, ${Creator}, ${Title},
          ${Description}, ${OutputLink}, ${EmbedConfig})`
      return row
    },

    /**
     * Changes a blog. Properties that are absent keep their values.
     * @param version the version that the blog must still have; null stands for any
     * @returns the changed blog; undefined if the blog has another version by now
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
          output_link = ${set('output_link', OutputLink)},
          embed_config = ${set('embed_config', EmbedConfig)},
          closed_on = ${set('closed_on', ClosedOn && parseMoment(ClosedOn))}
        where ${hasVersion(blogId, version)}
        returning ${columns}`
      return row
    },

    /** Makes a blog live, or no longer live if it is. Returns the changed blog; undefined if it has another version. */
    async toggleLive(blogId: number, version: number | null): Promise<BlogRow | undefined> {
      const [row] = await sql<[BlogRow?]>`
        update blogs set live_on = case when live_on is null then now() end
        where ${hasVersion(blogId, version)}
        returning ${columns}`
      return row
    },

    /** Hides a blog from lists or shows it again. Returns the changed blog; undefined if it has another version. */
    async hide(blogId: number, version: number | null, isHidden: boolean): Promise<BlogRow | undefined> {
      const [row] = await sql<[BlogRow?]>`
        update blogs set deleted_on = case when ${isHidden} then coalesce(deleted_on, now()) end
        where ${hasVersion(blogId, version)}
        returning ${columns}`
      return row
    },

    /**
     * Deletes a blog that nothing refers to.
     * @returns the deleted blog; undefined if it has another version
     * @throws PostgresError of a foreign key if something refers to the blog
     */
    async remove(blogId: number, version: number | null): Promise<BlogRow | undefined> {
      const [row] = await sql<[BlogRow?]>`delete from blogs where ${hasVersion(blogId, version)} returning ${columns}`
      return row
    },

    /**
     * Makes a collaborator a member of a blog.
     * @param type null keeps the type of an existing member, and makes a new one a plain Collaborator
     */
    async setMember(blogId: number, collaboratorId: number, type: string | null): Promise<void> {
      await sql`
        insert into blog_collaborators (blog, collaborator, type)
        values (${blogId}, ${collaboratorId}, coalesce(${type}, 'Collaborator'))
        on conflict (blog, collaborator) do update set type = coalesce(${type}, blog_collaborators.type)`
    },

    /**
     * Makes an active user a member of a blog, or changes the type of the membership.
     * @returns whether the user is a member now; false for the blog's creator, and if the blog or an active user of the
     *   name doesn't exist
     */
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

    /** Ends a user's membership of a blog. Returns whether the user was a member. */
    async removeUser(blogId: number, userName: string): Promise<boolean> {
      const { count } = await sql`
        delete from blog_collaborators
        where blog = ${blogId} and collaborator in (
          select collaborators.id from collaborators join users on users.id = collaborators."user"
          where users.name = ${userName}
        )`
      return count > 0
    },

    /** Ends a collaborator's membership of a blog. Returns whether the collaborator was a member. */
    async removeMember(blogId: number, collaboratorId: number): Promise<boolean> {
      const { count } = await sql`
        delete from blog_collaborators where blog = ${blogId} and collaborator = ${collaboratorId}`
      return count > 0
    }
  }
}
