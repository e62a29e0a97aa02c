/** The live reader: pages that show a blog to readers, and the style sheets of their themes. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { blogTag } from '../../db/changes.ts'
import { liveBlogs, type LiveBlog } from '../../db/posts/live.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import type { PageDocument } from '../pages/index.ts'
import { membersOf } from '../resources/representation/template.ts'
import type { LivePage } from './page.tsx'
import { themeOf } from './theme.ts'

/** Number of posts in a page. The page that grows has less than twice as many. */
const PAGE = 20
/** Maximum number of key points. */
const KEY_POINTS = 8

const HTML = 'text/html; charset=utf-8'
const STYLE: Omit<PageDocument, 'text'> = {
  type: 'text/css; charset=utf-8',
  // The address of a style sheet contains the version of its blog.
  headers: { 'cache-control': 'public, max-age=86400' }
}

/** A page without what all pages of a blog have. */
type Part = Pick<LivePage, 'posts' | 'address' | 'grows' | 'pages'>

const live = async (app: FastifyInstance, { module }: { module: string }) => {
  const { pages, httpErrors } = app
  const blogs = liveBlogs(app.sql)

  /** Sends what `render` returns, by default as a page. Responds with 404 if that is undefined or there is no blog. */
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    render: (blog: LiveBlog, base: string) => Promise<string | undefined>,
    document?: Omit<PageDocument, 'text'>
  ) => {
    const blogId = idIn(request, 'blogId')
    const missing = () => httpErrors.notFound('There is no such page of a blog')
    if (blogId === undefined) throw missing()
    return pages.send(request, reply, [blogTag(blogId)], async (base) => {
      const blog = await blogs.blog(blogId)
      const text = blog && (await render(blog, base))
      if (text === undefined) throw missing()
      return { ...(document ?? { type: HTML, headers: { 'content-security-policy': await policy() } }), text }
    })
  }

  const policy = async () => {
    const { pagePolicy } = await import('../pages/layout.tsx')
    const { PLAYER_ORIGIN } = await import('../pages/services.ts')
    return `${pagePolicy("'none'")}; frame-src ${PLAYER_ORIGIN}`
  }

  /** Returns everything that a page shows besides its part. */
  const pageOf = async (blog: LiveBlog, base: string, part: Part): Promise<LivePage> => {
    const theme = themeOf(blog.EmbedConfig)
    const themeStyle = theme.css === '' ? [] : [`${base}/live/${blog.Id}/theme.css?v=${blog.Version}`]
    return {
      ...part,
      blog,
      base,
      theme,
      keyPosts: await blogs.ofType(blog.Id, 'wrapup', KEY_POINTS),
      assets: { styles: [base + pages.asset('live.css'), ...themeStyle], script: base + pages.asset('reader.js') },
      list: `${base}/resources/${encodeURIComponent(module)}/Blog/${blog.Id}/Post/Published.html`
    }
  }

  const render = async (blog: LiveBlog, base: string, part: Part) => {
    const { livePage } = await import('./page.tsx')
    return livePage(await pageOf(blog, base, part))
  }

  /** The posts that no archive page has: as many as are left over, so that archive pages have 20 each. */
  const newest = async (blog: LiveBlog, base: string) => {
    const { PublishedCount: count } = blog
    const address = addressOf(blog, base)
    const shown = count < 2 * PAGE ? 2 * PAGE - 1 : PAGE + (count % PAGE)
    const [posts, next] = split(await blogs.posts(blog.Id, { limit: shown + 1 }), shown)
    return render(blog, base, {
      posts,
      address,
      grows: 'start',
      pages: { 'Older posts': next && `${address}/page/${next.Id}` }
    })
  }

  const oldest = async (blog: LiveBlog, base: string, after: number | undefined) => {
    const order = after === undefined ? undefined : await blogs.orderOf(blog.Id, after)
    if (after !== undefined && order === undefined) return undefined
    const above = order === undefined ? {} : { above: order }
    const [posts, next] = split(await blogs.posts(blog.Id, { ...above, oldestFirst: true, limit: PAGE + 1 }), PAGE)
    const start = `${addressOf(blog, base)}?order=oldest`
    return render(blog, base, {
      posts,
      address: after === undefined ? start : `${start}&after=${after}`,
      ...(next === undefined && { grows: 'end' }),
      pages: {
        'Oldest posts': after === undefined ? undefined : start,
        'Newer posts': next && `${start}&after=${posts.at(-1)?.Id}`
      }
    })
  }

  const archive = async (blog: LiveBlog, base: string, postId: number) => {
    const order = await blogs.orderOf(blog.Id, postId)
    if (order === undefined) return undefined
    const address = addressOf(blog, base)
    const [posts, next] = split(await blogs.posts(blog.Id, { until: order, limit: PAGE + 1 }), PAGE)
    const newer = await blogs.ids(blog.Id, { above: order, oldestFirst: true, limit: 2 * PAGE })
    return render(blog, base, {
      posts,
      address: `${address}/page/${postId}`,
      pages: {
        // With fewer newer posts than two pages, they are all on the first page.
        'Newer posts': newer.length < 2 * PAGE ? address : `${address}/page/${newer[PAGE - 1]}`,
        'Older posts': next && `${address}/page/${next.Id}`
      }
    })
  }

  app.get('/live/:blogId', (request, reply) => {
    const { order, after } = membersOf(request.query)
    return send(request, reply, (blog, base) =>
      order === 'oldest' ? oldest(blog, base, after === undefined ? undefined : idFrom(after)) : newest(blog, base)
    )
  })

  app.get('/live/:blogId/page/:postId', (request, reply) =>
    send(request, reply, async (blog, base) => {
      const postId = idIn(request, 'postId')
      return postId === undefined ? undefined : archive(blog, base, postId)
    })
  )

  app.get('/live/:blogId/post/:postId', (request, reply) =>
    send(request, reply, async (blog, base) => {
      const postId = idIn(request, 'postId')
      const post = postId === undefined ? undefined : await blogs.post(blog.Id, postId)
      if (post === undefined) return undefined
      const { postPage } = await import('./page.tsx')
      const address = addressOf(blog, base)
      const part = { posts: [post], address: `${address}/post/${post.Id}`, pages: { 'Whole live blog': address } }
      return postPage({ ...(await pageOf(blog, base, part)), keyPosts: [] }, post)
    })
  )

  app.get('/live/:blogId/theme.css', (request, reply) =>
    send(request, reply, async ({ EmbedConfig }) => themeOf(EmbedConfig).css, STYLE)
  )
}

const addressOf = ({ Id }: LiveBlog, base: string) => `${base}/live/${Id}`

/** Splits a page from the post after it. */
const split = <Post>(posts: readonly Post[], limit: number): [posts: readonly Post[], next: Post | undefined] => [
  posts.slice(0, limit),
  posts[limit]
]

const idIn = ({ params }: FastifyRequest, name: string) => idFrom(membersOf(params)[name])

const idFrom = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,10}$/.test(text) && Number(text) <= MAX_INTEGER ? Number(text) : undefined

export default fp(live, { name: 'live', dependencies: ['pages', 'database'], fastify: '5.x' })
