/** The lists of pages for search engines, `/sitemap.xml` and `/news-sitemap.xml`. */
import type { FastifyInstance } from 'fastify'
import { sitemapQueries } from '../../db/sitemaps.ts'
import { blogAddress, postAddress } from '../pages/addresses.ts'
import type { PageDocument } from '../pages/index.ts'
import { newsSitemap, sitemap } from './sitemap.ts'

/** Maximum numbers of blogs and of posts in a list. Search engines read no more than 1,000 news. */
const BLOGS = 10_000
const NEWS = 1000
const HOUR = 60 * 60 * 1000

const documentOf = (text: string): PageDocument => ({ type: 'application/xml; charset=utf-8', text })

/** Registers the lists. */
export const sitemaps = (app: FastifyInstance) => {
  const { blogs, news } = sitemapQueries(app.sql)

  const makers = {
    '/sitemap': async (base: string) => {
      const pages = (await blogs(BLOGS)).map(({ Id, UpdatedOn }) => ({
        address: blogAddress(base, Id),
        modified: UpdatedOn
      }))
      return documentOf(sitemap([{ address: `${base}/live` }, ...pages]))
    },
    '/news-sitemap': async (base: string) => {
      const { headlineOf, HEADLINE_START, prepare } = await import('../pages/markup.tsx')
      const posts = await news(NEWS, HEADLINE_START)
      const starts = posts.map(({ Start }) => Start)
      await prepare(starts, headlineOf)
      const pages = posts.map((post) => ({
        address: postAddress(base, post),
        title: headlineOf(post.Start),
        language: post.Language,
        published: post.PublishedOn
      }))
      const named = pages.filter(({ title }) => title !== '')
      return documentOf(newsSitemap(app.site.name, named))
    }
  }
  for (const [path, make] of Object.entries(makers)) {
    app.get(path, { config: { address: `${path}.xml` } }, (request, reply) => {
      // Posts grow too old for the list without a change.
      return app.pages.send(request, reply, ['blogs'], make, () => [Math.floor(Date.now() / HOUR)])
    })
  }
}
