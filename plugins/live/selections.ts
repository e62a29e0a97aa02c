/** The posts of a blog that each of its pages shows, and the pages that it leads to. */
import type { liveBlogs, LiveBlog } from '../../db/posts/live.ts'
import { blogAddress, idIn, postAddress } from '../pages/addresses.ts'
import type { Selection } from './live-page.ts'

/** Number of posts in a page. The page that grows has less than twice as many. */
const PAGE = 20
/** Numbers of posts around the one that an address leads to. */
const NEWER = 3
const OLDER = 6

/** The position of a post in its blog; empty without a post. */
interface Position {
  readonly id?: number | undefined
  readonly order?: string
}

/** Returns the selections of a blog's posts. Each is undefined if a post in its address does not exist. */
export const selectionsOf = (blogs: ReturnType<typeof liveBlogs>) => {
  /** Returns the id and the order of the post that an address names; neither if it names none. */
  const positionOf = async (blog: LiveBlog, postId: string | undefined): Promise<Position | undefined> => {
    if (postId === undefined) return {}
    const id = idIn(postId)
    const order = id === undefined ? undefined : await blogs.orderOf(blog.Id, id)
    return order === undefined ? undefined : { id, order }
  }

  return {
    /**
     * The pinned posts, and the newest ones.
     * @param limit their number; by default those that no archive page has: as many as are left over from archive pages
     * of 20 each
     */
    async newest(blog: LiveBlog, base: string, limit?: number): Promise<Selection> {
      const { PublishedCount: count } = blog
      const address = blogAddress(base, blog.Id)
      const size = limit ?? (count < 2 * PAGE ? 2 * PAGE - 1 : PAGE + (count % PAGE))
      const [posts, next] = split(await blogs.posts(blog.Id, { limit: size + 1 }), size)
      // Read after the posts, so that a post that is pinned in between is shown only once.
      const pinned = await blogs.pinned(blog.Id)
      const isPinned = ({ Id }: { Id: number }) => pinned.some((post) => post.Id === Id)
      return {
        posts: posts.filter((post) => !isPinned(post)),
        pinned,
        address,
        grows: 'start',
        pages: { older: next && `${address}/page/${next.Id}` },
        next: 'older'
      }
    },

    /** @param after the id of a post: only those that follow it */
    async oldest(blog: LiveBlog, base: string, after?: string, limit = PAGE): Promise<Selection | undefined> {
      const position = await positionOf(blog, after)
      if (position === undefined) return undefined
      const range = { above: position.order, oldestFirst: true, limit: limit + 1 }
      const [posts, next] = split(await blogs.posts(blog.Id, range), limit)
      const start = `${blogAddress(base, blog.Id)}?order=oldest`
      return {
        posts,
        address: after === undefined ? start : `${start}&after=${position.id}`,
        ...(next === undefined && { grows: 'end' }),
        pages: {
          oldest: after === undefined ? undefined : start,
          newer: next && `${start}&after=${posts.at(-1)?.Id}`
        },
        next: 'newer'
      }
    },

    /** @param from the id of a post: it and those before it */
    async archive(blog: LiveBlog, base: string, from: string): Promise<Selection | undefined> {
      const position = await positionOf(blog, from)
      if (position?.order === undefined) return undefined
      const address = blogAddress(base, blog.Id)
      const [posts, next] = split(await blogs.posts(blog.Id, { until: position.order, limit: PAGE + 1 }), PAGE)
      const newer = await blogs.ids(blog.Id, { above: position.order, oldestFirst: true, limit: 2 * PAGE })
      return {
        posts,
        address: `${address}/page/${position.id}`,
        pages: {
          // With fewer newer posts than two pages, they are all on the first page.
          newer: newer.length < 2 * PAGE ? address : `${address}/page/${newer[PAGE - 1]}`,
          older: next && `${address}/page/${next.Id}`
        },
        next: 'older'
      }
    },

    /** @param from the id of a post: only it and those before it */
    async keyPoints(blog: LiveBlog, base: string, from?: string, limit = PAGE): Promise<Selection | undefined> {
      const position = await positionOf(blog, from)
      if (position === undefined) return undefined
      const range = { until: position.order, onlyKeyPoints: true, limit: limit + 1 }
      const [posts, next] = split(await blogs.posts(blog.Id, range), limit)
      const start = keyPointsAddress(base, blog.Id)
      return {
        posts,
        shows: 'key-points',
        address: from === undefined ? start : `${start}&from=${position.id}`,
        ...(from === undefined && { grows: 'start' }),
        pages: { newest: from === undefined ? undefined : start, older: next && `${start}&from=${next.Id}` },
        next: 'older'
      }
    },

    /** A post alone. */
    async single(blog: LiveBlog, base: string, postId: number): Promise<Selection | undefined> {
      const post = await blogs.post(blog.Id, postId)
      if (post === undefined) return undefined
      return { posts: [post], address: postAddress(base, post), pages: { whole: blogAddress(base, blog.Id) } }
    },

    /** A post with those around it. */
    async around(blog: LiveBlog, base: string, postId: string): Promise<Selection | undefined> {
      const id = idIn(postId)
      const marked = id === undefined ? undefined : await blogs.post(blog.Id, id)
      if (marked === undefined) return undefined
      const [newer, farNewer] = split(
        await blogs.posts(blog.Id, { above: marked.Order, oldestFirst: true, limit: NEWER + 1 }),
        NEWER
      )
      const below = await blogs.posts(blog.Id, { until: marked.Order, limit: OLDER + 2 })
      const [older, farOlder] = split(
        below.filter(({ Id }) => Id !== marked.Id),
        OLDER
      )
      return {
        posts: [...newer.toReversed(), marked, ...older],
        marked,
        address: postAddress(base, marked),
        pages: {
          newer: farNewer && postAddress(base, farNewer),
          older: farOlder && postAddress(base, farOlder),
          whole: blogAddress(base, blog.Id)
        }
      }
    }
  }
}

/** Returns the address of a page that shows the key points of a blog only. */
export const keyPointsAddress = (base: string, blogId: number): string => `${blogAddress(base, blogId)}?show=key-points`

/** Splits a page from the post after it. */
const split = <Post>(posts: readonly Post[], limit: number): [posts: readonly Post[], next: Post | undefined] => [
  posts.slice(0, limit),
  posts[limit]
]
