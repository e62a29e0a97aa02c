/** Writes a blog as a site that needs no server, or as the pages of its Atom feed. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ExportedBlog } from '../../db/blog-exports.ts'
import { sitemap } from '../../plugins/front/sitemap.ts'
import { escapeHtml } from '../../plugins/representation/escape.ts'
import type { Destination } from './destination.ts'
import { patiently } from '../patience.ts'
import { fileFor, rewriteFeed, rewritePage, type Rewritten, type Site } from './rewriting.ts'

/**
 * Asks the service for a page or a feed of a blog, as a stranger would, and for all that it leads to, and writes each
 * under the path that it has in the service.
 * @param start path below that of the blog, such as `/atom`
 * @param base base URL of the site, without a final slash
 * @returns paths of the pages
 * @throws Error if the service refuses a page
 */
export const writeSite = async (
  app: FastifyInstance,
  blog: ExportedBlog,
  { start, base, destination }: { start: string; base: string; destination: Destination }
): Promise<string[]> => {
  const site: Site = {
    served: app.configuredBase === '' ? ORIGIN : app.configuredBase,
    base,
    blogId: blog.Id,
    prefix: blog.FileTag
  }
  const pages: string[] = []
  const first = `/live/${blog.Id}${start}`
  const paths = new Set([first])
  // The set grows while it is walked through.
  for (const path of paths) {
    const { statusCode, headers, rawPayload } = await patiently(() => answerOf(app, path))
    // A post may refer to a file that is no longer there, or to anything else.
    if (statusCode >= 300 && statusCode < 500 && path !== first) continue
    if (statusCode !== 200) throw new Error(`The service answers ${statusCode} to ${path}`)
    const type = String(headers['content-type'])
    const rewritten = rewrite(type, rawPayload, path, site)
    if (type.startsWith('text/html')) pages.push(path)
    await destination.add(fileFor(path), Readable.from([rewritten?.text ?? rawPayload]))
    for (const linkedPath of rewritten?.paths ?? []) paths.add(linkedPath)
  }
  return pages
}

/** Writes a blog as a site: its pages, feeds and pictures, a start page, and a list of its pages for search engines. */
export const writeWholeSite = async (
  app: FastifyInstance,
  blog: ExportedBlog,
  { base, destination }: { base: string; destination: Destination }
): Promise<void> => {
  const pages = await writeSite(app, blog, { start: '', base, destination })
  await destination.add('index.html', Readable.from([startPage(blog.Title, fileFor(`/live/${blog.Id}`))]))
  await destination.add('sitemap.xml', Readable.from([sitemap(pages.map((path) => ({ address: base + path })))]))
}

/** Returns the start page, which leads to the blog. @param file path of the blog's page */
const startPage = (title: string, file: string): string =>
  `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${escapeHtml(file)}">
<title>${escapeHtml(title)}</title>
</head>
<body><a href="${escapeHtml(file)}">${escapeHtml(title)}</a></body>
</html>
`

/** A base URL that the texts of a blog do not contain. */
const ORIGIN = 'http://export.invalid'
const HEADERS = { host: 'export.invalid' }

/** @throws HttpError 503 if the service is overloaded or has no database */
const answerOf = async (app: FastifyInstance, path: string) => {
  const answer = await app.inject({ url: path, headers: HEADERS })
  if (answer.statusCode === 503) {
    throw app.httpErrors.serviceUnavailable(`The service was too busy for ${path}; try again later`)
  }
  return answer
}

const rewrite = (type: string, payload: Buffer, path: string, site: Site): Rewritten | undefined => {
  if (type.startsWith('text/html')) return rewritePage(payload.toString(), path, site)
  return /^application\/(atom\+xml|feed\+json)/.test(type) ? rewriteFeed(payload.toString(), site) : undefined
}
