/** `/docs`: a page to read the OpenAPI document and to try what it describes. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Serves the explorer. `@fastify/swagger` would describe rows and drop what OpenAPI 3.1 lets stand beside a reference,
 * so it is only handed the finished document.
 * @param document text of the OpenAPI document whose server is one step above its own address
 */
export const explorer = async (app: FastifyInstance, document: () => string): Promise<void> => {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    stripBasePath: false,
    transform: ({ schema, url }) => ({ schema: { ...schema, hide: true }, url }),
    transformObject: () => JSON.parse(document())
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: ONLY_OURS,
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', tagsSorter: 'alpha', defaultModelsExpandDepth: 0 },
    theme: { title: 'Desk' },
    uiHooks: { onRequest: redirect }
  })
}

/** The page loads nothing from elsewhere. */
const ONLY_OURS = "default-src 'self'; img-src 'self' data:; font-src 'self' data:; style-src 'self' 'unsafe-inline'; " +
  "object-src 'none'; base-uri 'none'; frame-ancestors 'self'"

/** The page's links are relative to `/docs/`, whatever path a proxy puts before it; so are these. */
const redirect = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
  const [path = ''] = request.originalUrl.split('?', 1)
  if (path.endsWith('/docs')) void reply.redirect('docs/')
  else if (path.endsWith('/static/index.html')) void reply.redirect('../')
  else done()
}
