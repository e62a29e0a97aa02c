/** Queries for the blog and the source of an import. */
import type { Sql } from '../client.ts'
import { collaboratorFor } from '../copies/author.ts'

/** The blog and the source of an import. */
export interface ImportTarget {
  readonly blog: number
  readonly source: number
  /** The collaborator in whose name posts are stored. It is the source, so `Post/Chain` lists the posts. */
  readonly author: number
  /** The user in whose name posts are inserted. */
  readonly creator: number
}

/** A blog as an import creates it. */
export interface ImportedBlog {
  readonly title: string
  /** Name of its type. The first type takes the place of one that does not exist. */
  readonly type?: string | undefined
  readonly description: string
  /** Id of the language. */
  readonly language: number
  /** Id of the user who gets all rights in the blog. */
  readonly creator: number
  readonly createdOn: Date | undefined
  readonly updatedOn?: Date | undefined
  readonly liveOn?: Date | undefined
  readonly startsOn?: Date | undefined
  readonly closedOn?: Date | undefined
  readonly outputLink: string | undefined
  readonly embedConfig: string | undefined
  readonly configuration: Readonly<Record<string, string>>
}

export const importTargets = (sql: Sql) => ({
  /** Returns the id of the blog that an earlier import has made or filled from a source; undefined without one. */
  async blogOf(uri: string): Promise<number | undefined> {
    const [row] = await sql<[{ Blog: number }?]>`
      select blog from blog_sources
      join sources on sources.id = source
      join blogs on blogs.id = blog
      where sources.type = 'import' and uri = ${uri} and blogs.deleted_on is null
      order by blog limit 1`
    return row?.Blog
  },

  /** Lets other imports from a source wait until this transaction ends, so that they find the blog that it makes. */
  async lock(uri: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${uri}, 0))`
  },

  /** Returns the source of an import; undefined if nothing was imported from it. */
  async sourceOf(uri: string): Promise<number | undefined> {
    const [row] = await sql<[{ Id: number }?]>`
      select id from sources where type = 'import' and uri = ${uri} order by id limit 1`
    return row?.Id
  },

  /** Creates a blog and returns its id. */
  async addBlog(blog: ImportedBlog): Promise<number> {
    const [{ Id }] = await sql<[{ Id: number }]>`
      insert into blogs (type, language, creator, title, description, created_on, updated_on, live_on, starts_on,
        closed_on, output_link, embed_config)
      select coalesce(min(id) filter (where name = ${blog.type ?? null}), min(id)),
        ${blog.language}, ${blog.creator}, ${blog.title}, ${blog.description},
        coalesce(${blog.createdOn ?? null}, now()), ${blog.updatedOn ?? null}::timestamptz,
        ${blog.liveOn ?? null}::timestamptz, ${blog.startsOn ?? null}::timestamptz,
        ${blog.closedOn ?? null}::timestamptz,
        ${blog.outputLink ?? null}, ${blog.embedConfig ?? null}
      from blog_types
      returning id`
    for (const [name, value] of Object.entries(blog.configuration)) {
      await sql`insert into configurations (blog, name, value) values (${Id}, ${name}, ${value})`
    }
    return Id
  },

  /** Attaches the source of an import to a blog, and creates the source unless one has the URI. */
  async attach(blog: number, creator: number, uri: string, name: string): Promise<ImportTarget> {
    const [{ Source }] = await sql<[{ Source: number }]>`
      with existing as (select min(id) as id from sources where type = 'import' and uri = ${uri}),
      inserted as (
        insert into sources (type, name, uri) select 'import', ${name}, ${uri} from existing where id is null
        returning id
      )
      select coalesce(existing.id, inserted.id) as source from existing left join inserted on true`
    await sql`insert into blog_sources (blog, source) values (${blog}, ${Source}) on conflict do nothing`
    return { blog, source: Source, author: await collaboratorFor(sql, Source), creator }
  },

  /**
   * Returns the number that is added to the positions of a source. It is 0 in a blog without other posts. Otherwise the
   * posts of the source are placed below those that the blog has when it is imported for the first time.
   */
  async shift({ blog, source }: Pick<ImportTarget, 'blog' | 'source'>): Promise<string> {
    const [{ Shift }] = await sql<[{ Shift: string }]>`
      with earlier as (
        select mode() within group (order by round((posts."order" - position) / ${SPAN})) as spans
        from (
          select post, position from copied_posts
          where blog = ${blog} and source = ${source} and position is not null
          order by post limit 100
        ) as copies
        join posts on posts.id = post
      )
      select (coalesce(
        (select spans from earlier),
        (select -1 - ceil(greatest(0, -min("order")) / ${SPAN}) from posts where blog = ${blog} having count(*) > 0),
        0
      ) * ${SPAN})::text as shift`
    return Shift
  },

  /**
   * Updates the statistics of the tables of posts (ANALYZE). Without them, the planner takes wrong indexes for ids and
   * positions, and reads all posts of a blog for each post of a batch. Call it in a transaction.
   */
  async analyse(): Promise<void> {
    // It reads the words of all posts, which takes 20 seconds for 100 MB of them.
    await sql`set local statement_timeout = 0`
    await sql`analyze posts, copied_posts`
  },

  /** Returns the names of all types of blogs. */
  async blogTypes(): Promise<ReadonlySet<string>> {
    const rows = await sql<{ Name: string }[]>`select name from blog_types`
    return new Set(rows.map(({ Name }) => Name))
  },

  /** Returns the keys of all types of posts. */
  async postTypes(): Promise<ReadonlySet<string>> {
    const rows = await sql<{ Key: string }[]>`select key from post_types`
    return new Set(rows.map(({ Key }) => Key))
  }
})

/** Positions of sources are below this number. Most are seconds since 1970. */
export const SPAN = 10_000_000_000
