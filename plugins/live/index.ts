/** The live reader: pages that show a blog to readers, also in frames of other sites, and their themes. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { liveBlogs, type LiveBlog } from '../../db/posts/live.ts'
import { blogAddress, idIn } from '../pages/addresses.ts'
import type { PageDocument } from '../pages/index.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { timeZoneIn } from '../pages/time-zone.ts'
import { blogDocuments, type MakeDocument } from './documents.ts'
import type { LivePage } from './parts.tsx'
import { themeOf } from './theme.ts'

/** Number of posts in a page. The page that grows has less than twice as many. */
const PAGE = 20
/** Number of key points in a page: twice as many as it shows at first. */
const KEY_POINTS = 16

const STYLE: Omit<PageDocument, 'text'> = {
  type: 'text/css; charset=utf-8',
  // The address of a style sheet contains the version of its blog.
  headers: { 'cache-control': 'public, max-age=86400' }
}

/** The properties in which the pages of a blog differ. */
type Part = Pick<LivePage, 'posts' | 'pinned' | 'address' | 'grows' | 'pages'>

export interface LiveOptions {
  readonly module: string
  /** Origins whose pages may show a blog in a frame, separated by commas; `*` for all, empty for none. */
  readonly origins: string
  readonly updates: LivePage['updates']
}

const live = async (app: FastifyInstance, { module, origins, updates }: LiveOptions) => {
  const { pages } = app
  const blogs = liveBlogs(app.sql)
  const send = blogDocuments(app)

  /** Returns the document of a page. @param ancestors sources of the pages that may show it in a frame */
  const documentOf = async (text: string, ancestors = "'none'"): Promise<PageDocument> => {
    const { pagePolicy } = await import('../pages/layout.tsx')
    const { PLAYER_ORIGIN } = await import('../pages/services.ts')
    const policy = `${pagePolicy(ancestors)}; frame-src ${PLAYER_ORIGIN}`
    return { type: 'text/html; charset=utf-8', headers: { 'content-security-policy': policy }, text }
  }

  /** Returns everything that a page shows besides its part, without key points. */
  const pageOf = async (blog: LiveBlog, base: string, part: Part): Promise<LivePage> => {
    const { labelsIn } = await import('../labels/index.ts')
    const theme = themeOf(blog.EmbedConfig)
    const resource = `${base}/resources/${encodeURIComponent(module)}/Blog/${blog.Id}`
    const themeStyle = theme.css === '' ? [] : [`${blogAddress(base, blog.Id)}/theme.css?v=${blog.Version}`]
    return {
      ...part,
      blog,
      base,
      labels: labelsIn(blog.Language, timeZoneIn(blog.EmbedConfig)),
      siteName: app.site.name,
      theme,
      assets: { styles: [base + pages.asset('live.css'), ...themeStyle], scripts: [base + pages.asset('reader.js')] },
      resource,
      list: `${resource}/Post/Published.html`,
      updates
    }
  }

  const render = async (blog: LiveBlog, base: string, part: Part) => {
    const { livePage } = await import('./page.tsx')
    const keyPosts = await blogs.keyPoints(blog.Id, KEY_POINTS)
    return documentOf(livePage({ ...(await pageOf(blog, base, part)), keyPosts }))
  }

  /** The pinned posts, and those that no archive page has: as many as are left over from archive pages of 20 each. */
  const newest = async (blog: LiveBlog, base: string): Promise<Part> => {
    const { PublishedCount: count } = blog
    const address = blogAddress(base, blog.Id)
    const shown = count < 2 * PAGE ? 2 * PAGE - 1 : PAGE + (count % PAGE)
    const [posts, next] = split(await blogs.posts(blog.Id, { limit: shown + 1 }), shown)
    // Read after the posts: one that is pinned in between is shown once.
    const pinned = await blogs.pinned(blog.Id)
    const isPinned = ({ Id }: { Id: number }) => pinned.some((post) => post.Id === Id)
    return {
      posts: posts.filter((post) => !isPinned(post)),
      pinned,
      address,
      grows: 'start',
      pages: { older: next && `${address}/page/${next.Id}` }
    }
  }

  const oldest = async (blog: LiveBlog, base: string, after: string | undefined) => {
    const id = idIn(after)
    const order = id === undefined ? undefined : await blogs.orderOf(blog.Id, id)
    if (after !== undefined && order === undefined) return undefined
    const above = order === undefined ? {} : { above: order }
    const [posts, next] = split(await blogs.posts(blog.Id, { ...above, oldestFirst: true, limit: PAGE + 1 }), PAGE)
    const start = `${blogAddress(base, blog.Id)}?order=oldest`
    return render(blog, base, {
      posts,
      address: id === undefined ? start : `${start}&after=${id}`,
      ...(next === undefined && { grows: 'end' }),
      pages: {
        oldest: id === undefined ? undefined : start,
        newer: next && `${start}&after=${posts.at(-1)?.Id}`
      }
    })
  }

  const archive = async (blog: LiveBlog, base: string, postId: number) => {
    const order = await blogs.orderOf(blog.Id, postId)
    if (order === undefined) return undefined
    const address = blogAddress(base, blog.Id)
    const [posts, next] = split(await blogs.posts(blog.Id, { until: order, limit: PAGE + 1 }), PAGE)
    const newer = await blogs.ids(blog.Id, { above: order, oldestFirst: true, limit: 2 * PAGE })
    return render(blog, base, {
      posts,
      address: `${address}/page/${postId}`,
      pages: {
        // With fewer newer posts than two pages, they are all on the first page.
        newer: newer.length < 2 * PAGE ? address : `${address}/page/${newer[PAGE - 1]}`,
        older: next && `${address}/page/${next.Id}`
      }
    })
  }

  const announce = async (blog: LiveBlog, base: string) => {
    const { announcedPage } = await import('./announced.tsx')
    const page = await pageOf(blog, base, { posts: [], address: blogAddress(base, blog.Id), pages: {} })
    const scripts = [base + pages.asset('waiting.js')]
    return documentOf(announcedPage({ ...page, assets: { ...page.assets, scripts } }))
  }

  app.get('/live/:blogId', (request, reply) => {
    const { order, after } = membersOf(request.query)
    if (order !== 'oldest') {
      const make: MakeDocument = async (blog, base) => render(blog, base, await newest(blog, base))
      return send(request, reply, make, { announce })
    }
    const start = typeof after === 'string' ? after : undefined
    return send(request, reply, (blog, base) => oldest(blog, base, start), { values: [order, start] })
  })

  const ancestors = origins === '' ? "'none'" : origins.split(',').join(' ')
  app.get('/live/:blogId/embed', (request, reply) =>
    send(request, reply, async (blog, base) => {
      const { framePage } = await import('./page.tsx')
      const page = await pageOf(blog, base, await newest(blog, base))
      const scripts = [...page.assets.scripts, base + pages.asset('frame.js')]
      return documentOf(framePage({ ...page, assets: { ...page.assets, scripts } }), ancestors)
    })
  )

  app.get('/live/:blogId/page/:postId', (request, reply) =>
    send(request, reply, async (blog, base) => {
      const postId = idIn(membersOf(request.params).postId)
      return postId === undefined ? undefined : archive(blog, base, postId)
    })
  )

  app.get('/live/:blogId/post/:postId', (request, reply) =>
    send(request, reply, async (blog, base) => {
      const postId = idIn(membersOf(request.params).postId)
      const post = postId === undefined ? undefined : await blogs.post(blog.Id, postId)
      if (post === undefined) return undefined
      const { postPage } = await import('./page.tsx')
      const address = blogAddress(base, blog.Id)
      const part = { posts: [post], address: `${address}/post/${post.Id}`, pages: { whole: address } }
      return documentOf(postPage(await pageOf(blog, base, part), post))
    })
  )

  app.get('/live/:blogId/theme.css', (request, reply) =>
    // Browsers request styles without the cookie of the session.
    send(request, reply, async ({ EmbedConfig }) => ({ ...STYLE, text: themeOf(EmbedConfig).css }), { always: true })
  )
}

/** Splits a page from the post after it. */
const split = <Post>(posts: readonly Post[], limit: number): [posts: readonly Post[], next: Post | undefined] => [
  posts.slice(0, limit),
  posts[limit]
]

export default fp(live, {
  name: 'live',
  dependencies: ['pages', 'site', 'database', '@fastify/sensible'],
  fastify: '5.x'
})
