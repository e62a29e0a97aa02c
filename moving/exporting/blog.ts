/** Exports a blog in one of the formats: NDJSON, with or without its files; a site; Atom. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { blogExports, type ExportedBlog } from '../../db/blog-exports.ts'
import type { Format } from '../../schemas/blog-export.ts'
import type { Destination } from './destination.ts'
import { blogLines } from './lines.ts'
import { MEDIA, mediaOf } from './media.ts'
import { patiently } from '../patience.ts'
import { writeSite, writeWholeSite } from './site.ts'

/** Number of posts that are read at once. */
const BATCH = 500

/**
 * Returns the functions that export blogs of a service.
 * @param authorize is called before posts are read and files are written, and throws an error if their reader may not
 *   have them any more
 */
export const exporter = (app: FastifyInstance, authorize = async (): Promise<void> => {}) => {
  const { blog: find, posts } = blogExports(app.sql)
  const { attempt } = app.freshness

  const linesWith = (blog: ExportedBlog) => {
    const media = mediaOf(app.files.read, blog.FileTag)
    const readPosts = (after: number) =>
      patiently(async () => {
        await authorize()
        return attempt(() => posts(blog.Id, after, BATCH))
      })
    return { media, lines: Readable.from(blogLines(blog, readPosts, media.find), { highWaterMark: 1 }) }
  }

  const writeLines = async (blog: ExportedBlog, { add }: Destination) => {
    const { media, lines } = linesWith(blog)
    await add('blog.ndjson', lines)
    for (const name of media.names()) {
      const content = await app.files.read(name)
      if (content !== undefined) await add(`${MEDIA}/${name}`, content)
    }
  }

  const guarded = ({ add }: Destination): Destination => ({
    add: async (path, content) => {
      await patiently(authorize).catch((error: unknown) => {
        content.destroy()
        throw error
      })
      await add(path, content)
    }
  })

  return {
    /** Returns a blog; undefined if there is none. */
    find: (blogId: number) => attempt(() => find(blogId)),

    /** Returns a blog as NDJSON, without its files. */
    lines: (blog: ExportedBlog): Readable => linesWith(blog).lines,

    /**
     * Writes a blog with everything that belongs to it.
     * @param base base URL of a site or a feed, without a final slash
     */
    write: async (blog: ExportedBlog, format: Format, base: string, unguarded: Destination): Promise<void> => {
      const destination = guarded(unguarded)
      if (format === 'ndjson') await writeLines(blog, destination)
      else if (format === 'site') await writeWholeSite(app, blog, { base, destination })
      else await writeSite(app, blog, { start: '/atom', base, destination })
    }
  }
}
