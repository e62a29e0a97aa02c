/** Queries for the export of a blog: everything that people who publish in it may read. */
import type { BlogRow } from '../schemas/blog.ts'
import type { PostRow } from '../schemas/post.ts'
import type { Sql } from './client.ts'

/** A blog as its export begins. */
export interface ExportedBlog extends Pick<
  BlogRow,
  'Id' | 'Title' | 'Description' | 'CreatedOn' | 'LiveOn' | 'StartsOn' | 'ClosedOn' | 'OutputLink' | 'EmbedConfig'
> {
  /** The beginning of the names of all files of this installation. */
  readonly FileTag: string
  /** Name of the type of the blog. */
  readonly Type: string
  /** Code of the language, such as `pt_BR`. */
  readonly Language: string
  /** When readers last saw a correction. */
  readonly UpdatedOn?: Date
  /** The settings of the blog by their names. */
  readonly Configuration: Readonly<Record<string, string>>
  /** The creator, then the members who are people. */
  readonly People: readonly { readonly Name: string; readonly Role: string }[]
}

/** A post as an export has it. A deleted post has no text any more. */
export interface ExportedPost extends Omit<
  PostRow,
  'Blog' | 'IsModified' | 'IsPublished' | 'Author' | 'AuthorImage' | 'AuthorPerson' | 'Creator' | 'Editor'
> {
  readonly WasPublished: boolean
}

export const blogExports = (sql: Sql) => ({
  /** Returns a blog; undefined if it does not exist. */
  async blog(blogId: number): Promise<ExportedBlog | undefined> {
    const [row] = await sql<[ExportedBlog?]>`
      select file_tag, blogs.id, title, description, code as language, created_on, updated_on, live_on, starts_on,
        closed_on, blog_types.name as type,
        output_link, embed_config, coalesce(
          (select json_object_agg(name, value order by name) from configurations where blog = blogs.id), '{}'::json
        ) as configuration, ${peopleOf(sql)} as people
      from blogs join languages on languages.id = blogs.language join blog_types on blog_types.id = blogs.type
      cross join installation
      where blogs.id = ${blogId}`
    return row
  },

  /**
   * Returns posts of a blog in the order of their change numbers, without drafts that were deleted.
   * @param after the change number after which they begin
   */
  posts: (blogId: number, after: number, limit: number): Promise<ExportedPost[]> => sql<ExportedPost[]>`
    select post_rows.id, post_rows.uuid, post_rows.c_id, post_rows."order", post_rows.type, author_name,
      post_rows.comment_source, post_rows.created_on, post_rows.published_on, post_rows.updated_on,
      post_rows.deleted_on, post_rows.withdrawn_on, post_rows.submitted_on, post_rows.publish_on, post_rows.pinned_on,
      post_rows.is_key_point, post_rows.return_note, was_published,
      case when post_rows.deleted_on is null then post_rows.content else '' end as content,
      case when post_rows.deleted_on is null then post_rows.meta else '{}' end as meta
    from post_rows join posts on posts.id = post_rows.id
    where post_rows.id = any(array(
      select id from posts
      where blog = ${blogId} and c_id > ${after} and (deleted_on is null or was_published)
      order by c_id limit ${limit}
    ))
    order by post_rows.c_id`
})

/** Returns the people of a blog as JSON. The creator may do everything anyway, so has no other role. */
const peopleOf = (sql: Sql) => sql`(
  select json_agg(json_build_object('Name', people.name, 'Role', role) order by role <> 'Creator', role, people.name)
  from (
    select coalesce(full_name, users.name) as name, 'Creator' as role
    from users join persons using (id) where users.id = blogs.creator
    union
    select name, type from blog_collaborator_rows
    where blog = blogs.id and "user" is not null and "user" <> blogs.creator
  ) as people
)`
