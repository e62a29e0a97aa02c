/** The live reader: pages that show a blog to readers, also in frames of other sites, and their themes. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { liveBlogs, type LiveBlog } from '../../db/posts/live.ts'
import type { Config } from '../../schemas/config.ts'
import { BACK } from '../origin/browsers.ts'
import { blogAddress } from '../pages/addresses.ts'
import { acceptsComments, leadIn, themeOf, timeZoneIn } from '../pages/embed-config.ts'
import type { PageDocument } from '../pages/index.ts'
import { PLAYER_ORIGIN } from '../pages/media.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { blogDocuments, type SendOptions } from './documents.ts'
import { checkOptions, EmbedOptions } from './embed-options.ts'
import type { Selection } from './live-page.ts'
import { selectionsOf } from './selections.ts'

/** Number of key points in a page: twice as many as it shows at first. */
const KEY_POINTS = 16

/** The value of the parameter `comment` in the address of the page that confirms a comment. */
const SENT = 'sent'

const STYLE: Omit<PageDocument, 'text'> = {
  type: 'text/css; charset=utf-8',
  // The address of a style sheet contains the version of its blog.
  headers: { 'cache-control': 'public, max-age=86400' }
}

type Settings = Pick<Config, 'MODULE' | 'EMBED_ORIGINS' | 'LIVE_UPDATES'>

const live = async (app: FastifyInstance, settings: Settings) => {
  const { MODULE: module, EMBED_ORIGINS: origins, LIVE_UPDATES: updates } = settings
  const { pages } = app
  const blogs = liveBlogs(app.sql)
  const { newest, oldest, archive, keyPoints, around, single } = selectionsOf(blogs)
  const send = blogDocuments(app)

  /** Loads the modules of the pages at the first request: it takes a tenth of a second, and reads have a deadline. */
  const load = async () => {
    const [page, { labelsIn }, markup] = await Promise.all([
      import('./page.tsx'),
      import('../labels/index.ts'),
      import('../pages/markup.tsx')
    ])
    return { ...page, labelsIn, markup }
  }
  type View = Awaited<ReturnType<typeof load>>

  /** Returns the document of a page. @param ancestors sources of the pages that may show it in a frame */
  const documentOf = (text: string, ancestors?: string): PageDocument => {
    const policy = `${pages.policy(ancestors)}; frame-src ${PLAYER_ORIGIN}`
    return { type: 'text/html; charset=utf-8', headers: { 'content-security-policy': policy }, text }
  }

  /** Returns everything that a page shows, without key points. @param scripts names of its scripts */
  const pageOf = ({ labelsIn }: View, blog: LiveBlog, base: string, selection: Selection, ...scripts: string[]) => {
    const blogUrl = `${base}/resources/${module}/Blog/${blog.Id}`
    const theme = themeOf(blog.EmbedConfig)
    const themeStyle = theme.css === '' ? [] : [`${blogAddress(base, blog.Id)}/theme.css?v=${blog.Version}`]
    return {
      ...selection,
      blog,
      base,
      labels: labelsIn(blog.Language, timeZoneIn(blog.EmbedConfig)),
      siteName: app.site.name,
      theme,
      lead: leadIn(blog.EmbedConfig, base),
      commentAddress: takesComments(blog) ? commentAddressOf(blog, blogUrl) : undefined,
      isEmbeddable: origins !== '',
      styles: [base + pages.asset('live.css'), ...themeStyle],
      scripts: scripts.map((name) => base + pages.asset(name)),
      resource: blogUrl,
      list: `${blogUrl}/Post/Published.html`,
      updates
    }
  }

  const whole = async (view: View, blog: LiveBlog, base: string, selection: Selection) => {
    const keyPosts = await blogs.posts(blog.Id, { onlyKeyPoints: true, limit: KEY_POINTS })
    const { prepare, headlineOf, bodyTextOf } = view.markup
    await prepare(contentsOf(selection), headlineOf, bodyTextOf)
    return documentOf(view.livePage({ ...pageOf(view, blog, base, selection, 'reader.js'), keyPosts }))
  }

  const ancestors = origins === '' ? "'none'" : origins.split(',').join(' ')
  const framed: typeof whole = async (view, blog, base, selection) => {
    await view.markup.prepare(contentsOf(selection), view.markup.sanitise)
    return documentOf(view.framePage(pageOf(view, blog, base, selection, 'reader.js', 'frame.js')), ancestors)
  }

  /** Sends the page of a selection. @param options of blogDocuments. @param show makes the document */
  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    select: (blog: LiveBlog, base: string) => Promise<Selection | undefined>,
    options?: SendOptions,
    show = whole
  ) => {
    const view = await load()
    const make = async (blog: LiveBlog, base: string) => {
      const selection = await select(blog, base)
      return selection && show(view, blog, base, selection)
    }
    return send(request, reply, make, options)
  }

  const announce = async (blog: LiveBlog, base: string) => {
    const view = await load()
    const selection = { posts: [], address: blogAddress(base, blog.Id), pages: {} }
    return documentOf(view.announcedPage(pageOf(view, blog, base, selection, 'waiting.js')))
  }

  app.get('/live/:blogId', (request, reply) => {
    const { order, after, show, from, comment } = membersOf(request.query)
    if (show === 'key-points') {
      const start = textIn(from)
      return sendPage(request, reply, (blog, base) => keyPoints(blog, base, start), { values: [show, start] })
    }
    if (comment === SENT) {
      const select = async (blog: LiveBlog, base: string) => ({ ...(await newest(blog, base)), isCommentSent: true })
      return sendPage(request, reply, select, { values: [SENT] })
    }
    if (order !== 'oldest') return sendPage(request, reply, newest, { announce })
    const start = textIn(after)
    return sendPage(request, reply, (blog, base) => oldest(blog, base, start), { values: [order, start] })
  })
  app.get<{ Params: PostParams }>('/live/:blogId/page/:postId', (request, reply) =>
    sendPage(request, reply, (blog, base) => archive(blog, base, request.params.postId))
  )
  app.get<{ Params: PostParams }>('/live/:blogId/post/:postId', (request, reply) =>
    sendPage(request, reply, (blog, base) => around(blog, base, request.params.postId))
  )

  app.get<{ Querystring: EmbedOptions }>(
    '/live/:blogId/embed',
    {
      schema: { querystring: EmbedOptions },
      // Pages of other sites show the refusal of a wrong option, too: their authors read in the frame what is legal.
      onRequest: async (_request, reply) => {
        reply.header('content-security-policy', pages.policy(ancestors))
      }
    },
    (request, reply) => {
      checkOptions(request.query)
      const { posts, order, show, post } = request.query
      const select = async (blog: LiveBlog, base: string) => {
        if (post !== undefined) return single(blog, base, post)
        if (show !== undefined) return keyPoints(blog, base, undefined, posts)
        return order === 'oldest' ? oldest(blog, base, undefined, posts) : newest(blog, base, posts)
      }
      return sendPage(request, reply, select, { values: [posts, order, show, post] }, framed)
    }
  )

  app.get('/live/:blogId/theme.css', (request, reply) =>
    // Browsers request styles without the cookie of the session.
    send(request, reply, async ({ EmbedConfig }) => ({ ...STYLE, text: themeOf(EmbedConfig).css }), { always: true })
  )
}

/** Returns the contents of the posts of a page. */
const contentsOf = ({ posts, pinned = [] }: Selection): string[] => [...pinned, ...posts].map(({ Content }) => Content)

/** Returns whether readers can send comments to a blog now. */
const takesComments = ({ EmbedConfig, LiveOn, ClosedOn }: LiveBlog): boolean =>
  LiveOn !== undefined && ClosedOn === undefined && acceptsComments(EmbedConfig)

/** Returns the address of the form for comments. @param blogUrl address of the blog in the resource tree */
const commentAddressOf = ({ Id }: LiveBlog, blogUrl: string): string =>
  `${blogUrl}/Comment/Post?${BACK}=${encodeURIComponent(`/live/${Id}?comment=${SENT}#ask`)}`

/** The parameters in the address of a page that begins at a post or shows one. */
interface PostParams {
  readonly postId: string
}

/** Returns a parameter of the query if it was sent once. */
const textIn = (parameter: unknown): string | undefined => (typeof parameter === 'string' ? parameter : undefined)

export default fp(live, { name: 'live', dependencies: ['pages', 'site', 'database', '@fastify/sensible'] })
