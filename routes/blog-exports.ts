/** Exports of blogs, for people who publish in them. */
import type { Readable } from 'node:stream'
import { HIDDEN, isHidden } from '../moving/exporting/hidden.ts'
import { BlogExportPath } from '../schemas/blog-export.ts'
import { orNotFound, type Family } from './shared/family.ts'

/** Number of exports that a process makes at the same time. */
const MAX_AT_ONCE = 4

const blogExports: Family = async (app, { module }) => {
  let running = 0

  /** Counts an export until its stream ends. A response may have ended before, if its client has gone away. */
  const counted = (bytes: Readable): Readable => {
    running += 1
    return bytes.once('close', () => {
      running -= 1
    })
  }

  app.get(
    `/${module}/Blog/:blogId/Export/:format`,
    { config: { who: 'publisher' }, schema: { params: BlogExportPath } },
    async (request, reply) => {
      const { blogId, format } = request.params
      // Loaded with the first export, because the packages for archives and pages would make each start slower.
      const { exporter } = await import('../moving/exporting/blog.ts')
      const { newArchive } = await import('../moving/exporting/destination.ts')
      // A client that reads slowly could otherwise go on for hours with an export that begins with its session.
      const { find, lines, write } = exporter(app, async () => {
        await app.authorization.userOf(request)
        await app.authorization.require(request, 'publisher', blogId)
      })
      const blog = orNotFound(await find(blogId), `blog ${blogId}`)
      if (isHidden(blog, format)) throw app.httpErrors.conflict(HIDDEN)
      if (running >= MAX_AT_ONCE) {
        throw app.httpErrors.serviceUnavailable('Other blogs are being exported; try again soon')
      }
      const isText = format === 'lines'
      const name = isText ? `blog-${blogId}.ndjson` : `blog-${blogId}-${format}.zip`
      reply.type(isText ? 'application/x-ndjson' : 'application/zip').headers({
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${name}"`
      })
      // Fastify would make the whole export for it, faster than any client reads one.
      if (request.method === 'HEAD') return reply.send()
      if (isText) return reply.send(counted(lines(blog)))
      const base = app.linkBase(request)
      const archive = newArchive()
      const bytes = counted(archive.bytes)
      write(blog, format, base, archive).then(archive.end, (error: Error) => {
        app.log.warn({ blog: blogId, reason: error.message }, 'an export has ended early')
        bytes.destroy(error)
      })
      return reply.send(bytes)
    }
  )
}

export default blogExports
