/**
 * The pages of the newsroom, for people with a session: their blogs, and one page for each blog. They read the resource
 * tree as programs do, and their forms and scripts send what programs send.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SessionUser } from '../../db/sessions.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { idIn } from '../pages/addresses.ts'
import { documentReader } from './documents.ts'
import type { Visit } from './visit.ts'

const desk = async (app: FastifyInstance, { module }: { module: string }) => {
  app.pages.addAssets({
    'desk.css': new URL('desk.css', import.meta.url),
    'desk.js': new URL('browser/desk.js', import.meta.url)
  })

  const userOf = async (request: FastifyRequest): Promise<SessionUser | undefined> =>
    (await app.authorization.hasSession(request)) ? app.authorization.userOf(request) : undefined

  /** Registers a page for people with a session. Others are sent to the login, which leads back here. */
  const page = (path: string, make: (visit: Visit) => Promise<string>) =>
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const base = app.linkBase(request)
      const user = await userOf(request)
      if (user === undefined) return reply.redirect(`${base}/login?to=${encodeURIComponent(request.originalUrl)}`, 303)
      const { params, query } = request
      const text = await make({
        user,
        base,
        module,
        params: membersOf(params),
        query: membersOf(query),
        read: documentReader(app, request),
        asset: (name) => base + app.pages.asset(name)
      })
      return app.pages.show(request, reply, () => text)
    })

  const blogIn = ({ params }: Visit): number => {
    const blogId = idIn(params.blogId)
    if (blogId === undefined) throw app.httpErrors.notFound('There is no such blog')
    return blogId
  }

  page('/desk/:blogId', async (visit) => {
    const { blogPage } = await import('./blog.tsx')
    return blogPage(visit, blogIn(visit))
  })
}

export default fp(desk, {
  name: 'desk',
  dependencies: ['pages', 'origin', 'authorization', '@fastify/sensible'],
  fastify: '5.x'
})
