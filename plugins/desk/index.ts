/**
 * The pages of the newsroom, for people with a session: their blogs, and one page for each blog. They read the resource
 * tree as programs do, and their forms and scripts send what programs send.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { blogIdIn } from './blogs.ts'
import { visits } from './visits.ts'

const desk = async (app: FastifyInstance, { module }: { module: string }) => {
  app.pages.addAssets({
    'desk.css': new URL('desk.css', import.meta.url),
    'around.css': new URL('around.css', import.meta.url),
    'desk.js': new URL('browser/desk.js', import.meta.url)
  })

  const { page, pageWithForms } = visits(app, module)

  await pageWithForms('/desk', async () => (await import('./home.tsx')).home)
  page('/desk/:blogId', async () => {
    const { blogPage } = await import('./blog.tsx')
    return { show: (visit) => blogPage(visit, blogIdIn(visit)) }
  })
}

export default fp(desk, {
  name: 'desk',
  dependencies: ['pages', 'origin', 'authorization', 'browsers', '@fastify/sensible'],
  fastify: '5.x'
})
