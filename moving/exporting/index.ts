/** Sends blogs to people who publish in them: `{Module}/Blog/{id}/Export/{format}`. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { BlogId } from '../../schemas/language/vocabulary.ts'
import { blogExports } from './blog.ts'
import { newArchive } from './destination.ts'
import { FORMATS, HIDDEN, isHidden } from './formats.ts'

/** Number of exports that a process makes at the same time. */
const MAX_AT_ONCE = 4

const ExportPath = Type.Object({
  blogId: BlogId(),
  format: Type.Enum(['lines', ...FORMATS], {
    description:
      'lines: the blog as NDJSON. The others are ZIP archives. ndjson: the same with its files; ' +
      'site: pages that need no server; atom: the whole feed'
  })
})

const exporting: FastifyPluginAsyncTypebox<{ module: string }> = async (app, { module }) => {
  const blogs = blogExports(app)
  let running = 0

  app.get(
    `/${module}/Blog/:blogId/Export/:format`,
    { config: { who: 'publisher', uncached: true }, schema: { params: ExportPath } },
    async (request, reply) => {
      const { blogId, format } = request.params
      const blog = await blogs.find(blogId)
      if (blog === undefined) throw app.httpErrors.notFound(`There is no blog ${blogId}`)
      if (isHidden(blog, format)) throw app.httpErrors.conflict(HIDDEN)
      if (running >= MAX_AT_ONCE) {
        throw app.httpErrors.serviceUnavailable('Other blogs are being exported; try again soon')
      }
      running += 1
      reply.raw.once('close', () => {
        running -= 1
      })
      reply.header('cache-control', 'private, no-store')
      const name = (extension: string) => `attachment; filename="blog-${blogId}${extension}"`
      if (format === 'lines') {
        return reply.type('application/x-ndjson').header('content-disposition', name('.ndjson')).send(blogs.lines(blog))
      }
      const archive = newArchive()
      blogs.write(blog, format, app.linkBase(request), archive).catch((error: Error) => archive.bytes.destroy(error))
      return reply
        .type('application/zip')
        .header('content-disposition', name(`-${format}.zip`))
        .send(archive.bytes)
    }
  )
}

export default exporting
