/** The front page for readers, `/live`. The address of the service leads there, to the newsroom, or to the index. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { frontPage as queries } from '../../db/front-page.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { chooseFormat, isPage } from '../formats.ts'
import type { PageDocument } from '../pages/index.ts'
import { cursorIn, split } from './cursor.ts'
import type { Front } from './frame.tsx'
import type { FrontPage } from './page.tsx'
import { search } from './search.ts'
import { sitemaps } from './sitemaps.ts'

/** Headers that the way from `/` depends on: people with a session are sent to their blogs, programs to the index. */
const VARY = 'Accept, Accept-Encoding, Cookie'

/** Maximum numbers of blogs that the page lists of each kind. */
const LIVE = 50
const SOON = 20
const PAST = 20

const front = async (app: FastifyInstance) => {
  const { pages, site } = app
  const { live, soon, past } = queries(app.sql)
  pages.addAssets({ 'front.css': new URL('front.css', import.meta.url) })

  const documentOf = (text: string): PageDocument => ({
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': pages.policy() },
    text
  })
  /** Returns the frame of a page. @param language tag of the language of its labels */
  const frontIn = (base: string, { labelsIn }: Views, language = site.language): Front => ({
    base,
    siteName: site.name,
    labels: labelsIn(language),
    styles: ['live.css', 'front.css'].map((name) => base + pages.asset(name)),
    scripts: [base + pages.asset('front.js')]
  })

  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    const base = app.linkBase(request)
    reply.headers({ vary: VARY, 'cache-control': 'private, no-store' })
    if (await app.authorization.hasSession(request)) return reply.redirect(`${base}/desk`, 303)
    const choice = chooseFormat(request)
    return reply.redirect(choice !== undefined && isPage(choice) ? `${base}/live` : `${base}/resources`)
  })

  sitemaps(app)
  search(app, async (base, language) => frontIn(base, await load(), language), documentOf)

  const render = async (page: FrontPage, { frontPage, prepare, sanitise }: Views) => {
    const contents = [...page.live, ...page.past].flatMap(({ Pictured }) => Pictured?.Content ?? [])
    await prepare(contents, sanitise)
    return documentOf(frontPage(page))
  }

  const sendPast = async (request: FastifyRequest, reply: FastifyReply, from: unknown) => {
    const after = cursorIn(from)
    if (after === undefined) throw app.httpErrors.notFound('The list of past live blogs has no such page')
    const views = await load()
    const make = async (base: string) => {
      const [blogs, next] = split(await past(PAST + 1, after), PAST)
      const page = { live: [], soon: [], past: blogs, from: String(from), next }
      return render({ ...frontIn(base, views), ...page }, views)
    }
    return pages.send(request, reply, ['blogs'], make, () => [from])
  }

  app.get('/live', async (request, reply) => {
    const { before } = membersOf(request.query)
    if (before !== undefined) return sendPast(request, reply, before)
    const views = await load()
    return pages.send(request, reply, ['blogs'], async (base) => {
      const [now, planned, over] = await Promise.all([live(LIVE), soon(SOON), past(PAST + 1, undefined)])
      const [blogs, next] = split(over, PAST)
      const page = { live: now, soon: planned, past: blogs, next }
      return render({ ...frontIn(base, views), ...page }, views)
    })
  })
}

/** Loads the modules that render the pages. Await it outside of the read of a page, which has a deadline. */
const load = async () => {
  const [{ frontPage }, { labelsIn }, { prepare, sanitise }] = await Promise.all([
    import('./page.tsx'),
    import('../labels/index.ts'),
    import('../pages/markup.tsx')
  ])
  return { frontPage, labelsIn, prepare, sanitise }
}
type Views = Awaited<ReturnType<typeof load>>

export default fp(front, {
  name: 'front',
  dependencies: ['pages', 'site', 'database', 'authorization', '@fastify/sensible']
})
