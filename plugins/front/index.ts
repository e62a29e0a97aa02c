/** The front page for readers, `/live`. The address of the service leads there, to the newsroom, or to the index. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { frontPage as queries } from '../../db/front-page.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { chooseFormat, isPage } from '../formats.ts'
import type { PageDocument } from '../pages/index.ts'
import { cursorIn, split } from './cursor.ts'
import type { Front } from './frame.tsx'
import { search } from './search.ts'
import { sitemaps } from './sitemaps.ts'

/** Headers that decide where `/` redirects: people with a session are sent to their blogs, programs to the index. */
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

  app.get('/', async (request, reply) => {
    const base = app.linkBase(request)
    reply.headers({ vary: VARY, 'cache-control': 'private, no-store' })
    if (await app.authorization.hasSession(request)) return reply.redirect(`${base}/desk`, 303)
    const choice = chooseFormat(request)
    return reply.redirect(choice !== undefined && isPage(choice) ? `${base}/live` : `${base}/resources`)
  })

  sitemaps(app)
  search(app, async (base, language) => frontIn(base, await load(), language), documentOf)

  app.get('/live', async (request, reply) => {
    const { before } = membersOf(request.query)
    const from = cursorIn(before)
    if (before !== undefined && from === undefined) {
      throw app.httpErrors.notFound('The list of past live blogs has no such page')
    }
    const views = await load()
    const make = async (base: string) => {
      const isFirst = from === undefined
      const [now, planned, over] = await Promise.all([
        isFirst ? live(LIVE) : [],
        isFirst ? soon(SOON) : [],
        past(PAST + 1, from)
      ])
      const [blogs, next] = split(over, PAST)
      const contents = [...now, ...blogs].flatMap(({ Pictured }) => Pictured?.Content ?? [])
      await views.prepare(contents, views.sanitise)
      const page = { live: now, soon: planned, past: blogs, from: isFirst ? undefined : String(before), next }
      return documentOf(views.frontPage({ ...frontIn(base, views), ...page }))
    }
    return pages.send(request, reply, ['blogs'], make, () => [before])
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
