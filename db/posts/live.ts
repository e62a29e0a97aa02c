/** Queries for pages and feeds that show a blog to readers. They never return drafts, deleted posts or hidden blogs. */
import type { BlogRow } from '../../schemas/blog.ts'
import { Post, type PostRow } from '../../schemas/post.ts'
import { columnsOf, type Sql } from '../client.ts'

/** A blog as its pages and feeds show it. */
export interface LiveBlog extends Pick<
  BlogRow,
  'Id' | 'Title' | 'Description' | 'EmbedConfig' | 'Version' | 'CreatedOn' | 'LiveOn' | 'StartsOn' | 'ClosedOn'
> {
  /** Language tag (BCP 47), such as `en` or `en-GB`. */
  Language: string
  /** Name of the user who created the blog. */
  CreatorName: string
  /** When a post was last published or changed; without posts, when the blog was created. */
  UpdatedOn: Date
  /** The newest change number of the published posts. */
  PublishedCId: number
  PublishedCount: number
}

/** A part of a blog's published posts. */
export interface PostRange {
  /** Only posts with at most this order. */
  readonly until?: string | undefined
  /** Only posts with a higher order. */
  readonly above?: string | undefined
  /** Whether the posts with the lowest order come first. */
  readonly oldestFirst?: boolean
  /** Only posts that are marked as key points, and summaries. */
  readonly onlyKeyPoints?: boolean
  readonly limit: number
}

export const liveBlogs = (sql: Sql) => {
  const columns = sql(columnsOf(Post))
  const published = sql`deleted_on is null and published_on is not null`

  /** Returns the ids of a range of posts, in order. */
  const range = (blogId: number, { until, above, oldestFirst = false, onlyKeyPoints = false, limit }: PostRange) => sql`
    select id from posts
    where blog = ${blogId} and ${published}
      and ${onlyKeyPoints ? sql`(is_key_point or type = 'wrapup')` : sql`true`}
      and ${until === undefined ? sql`true` : sql`"order" <= ${until}::numeric`}
      and ${above === undefined ? sql`true` : sql`"order" > ${above}::numeric`}
    order by "order" ${oldestFirst ? sql`asc` : sql`desc`} limit ${limit}`

  /** Returns a blog; undefined if the blog does not exist or is hidden. */
  const blog = async (blogId: number): Promise<LiveBlog | undefined> => {
    const [row] = await sql<[LiveBlog?]>`
      select blogs.id, title, description, embed_config, blogs.version, replace(languages.code, '_', '-') as language,
        coalesce(persons.full_name, users.name) as creator_name, blogs.created_on, live_on, starts_on,
        closed_on,
        greatest(updated_on, blogs.created_on, last_post_on) as updated_on,
        published_c_id, published_count
      from blogs
      join languages on languages.id = blogs.language
      join users on users.id = blogs.creator
      join persons on persons.id = users.id
      where blogs.id = ${blogId} and blogs.deleted_on is null`
    return row
  }

  return {
    blog,

    /** Returns a blog that has gone live; undefined if it does not exist, is hidden, or has not begun. */
    async startedBlog(blogId: number): Promise<LiveBlog | undefined> {
      const row = await blog(blogId)
      return row?.LiveOn === undefined ? undefined : row
    },

    /** Like `startedBlog`, but also returns a blog whose start is announced. Its posts stay hidden until then. */
    async announcedBlog(blogId: number): Promise<LiveBlog | undefined> {
      const row = await blog(blogId)
      if (row?.LiveOn !== undefined) return row
      return row?.StartsOn === undefined || row.ClosedOn !== undefined ? undefined : row
    },

    /** Returns a range of the published posts of a blog. */
    posts: (blogId: number, posts: PostRange): Promise<PostRow[]> => sql<PostRow[]>`
      select ${columns} from post_rows where id = any(array(${range(blogId, posts)}))
      order by "order" ${posts.oldestFirst ? sql`asc` : sql`desc`}`,

    /** Returns the ids of a range of the published posts of a blog. */
    async ids(blogId: number, posts: PostRange): Promise<number[]> {
      const rows = await sql<{ Id: number }[]>`${range(blogId, posts)}`
      return rows.map(({ Id }) => Id)
    },

    /** Returns the order of a post that is or was published; undefined if there is no such post in the blog. */
    async orderOf(blogId: number, postId: number): Promise<string | undefined> {
      const [post] = await sql<[{ Order: string }?]>`
        select "order" from posts where blog = ${blogId} and id = ${postId} and was_published`
      return post?.Order
    },

    /** Returns a published post of a blog; undefined if there is no such post. */
    async post(blogId: number, postId: number): Promise<PostRow | undefined> {
      const [post] = await sql<[PostRow?]>`
        select ${columns} from post_rows where id = ${postId} and blog = ${blogId} and ${published}`
      return post
    },

    /** Returns the pinned posts of a blog, the last pinned first. */
    pinned: (blogId: number): Promise<PostRow[]> => sql<PostRow[]>`
      select ${columns} from post_rows
      where id = any(array(select id from posts where blog = ${blogId} and pinned_on is not null))
      order by pinned_on desc, "order" desc`
  }
}
