/** `/docs`: a web page that shows the OpenAPI document and lets people try the requests. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { fixedDocument } from '../cache/document.ts'

/** Headers of the page and its files: it loads nothing from other servers, and no other site frames it. */
const HEADERS = {
  'cache-control': 'public, max-age=300',
  'content-security-policy':
    "default-src 'self'; img-src 'self' data:; font-src 'self' data:; style-src 'self' 'unsafe-inline'; " +
    "object-src 'none'; base-uri 'none'; frame-ancestors 'self'"
}
const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' }

/** Files of Swagger UI. Its own package reports each installation to its makers; that of Fastify has the same files. */
const FILES = [
  ['swagger-ui.css', TYPES.css],
  ['index.css', TYPES.css],
  ['swagger-ui-bundle.js', TYPES.js],
  ['favicon-32x32.png', TYPES.png]
] as const

/** The links of the page are relative, as a proxy may add a prefix. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Desk</title>
    <link rel="stylesheet" href="./static/swagger-ui.css">
    <link rel="stylesheet" href="./static/index.css">
    <link rel="icon" type="image/png" href="./static/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="./static/swagger-ui-bundle.js"></script>
    <script src="./static/start.js"></script>
  </body>
</html>
`

const START = `SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: new URL('json', document.baseURI).href,
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'none',
  tagsSorter: 'alpha',
  defaultModelsExpandDepth: 0
})
`

/**
 * Serves the explorer.
 * @param sendDocument sends the OpenAPI document
 */
export const explorer = (app: FastifyInstance, sendDocument: RouteHandlerMethod): void => {
  const schema = { hide: true }
  const add = (path: string, type: string, content: () => string | Promise<Buffer>) =>
    app.get(path, { schema }, fixedDocument(content, { ...HEADERS, 'content-type': type }))
  const sendPage = fixedDocument(() => PAGE, { ...HEADERS, 'content-type': 'text/html; charset=utf-8' })
  app.get('/docs', { schema }, async (request, reply) =>
    // The router takes both addresses, but the links of the page are relative to the one with a slash.
    request.originalUrl.split('?', 1)[0]?.endsWith('/') === true ? sendPage(request, reply) : reply.redirect('docs/')
  )
  app.get('/docs/json', { schema }, sendDocument)
  add('/docs/static/start.js', TYPES.js, () => START)
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
  for (const [name, type] of FILES) add(`/docs/static/${name}`, type, () => readFile(join(folder, name)))
}
