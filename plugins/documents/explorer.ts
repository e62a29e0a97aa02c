/** `/docs`: a page to read the OpenAPI document and to try what it describes. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/**
 * Serves the explorer. Its packages take a tenth of a start to load, so the first request for the page loads them,
 * into an instance that only this plugin asks.
 * @param document text of the OpenAPI document whose server is one step above its own address
 */
export const explorer = async (app: FastifyInstance, document: () => string): Promise<void> => {
  let loading: Promise<FastifyInstance> | undefined
  const show = async ({ originalUrl, headers }: FastifyRequest, reply: FastifyReply) => {
    loading ??= load(document)
    const page = await (await loading).inject({ url: originalUrl, headers })
    if (page.statusCode === 404) return reply.callNotFound()
    const { connection: _connection, 'content-length': _length, ...rest } = page.headers
    return reply.code(page.statusCode).headers(rest).send(page.rawPayload)
  }
  app.addHook('onClose', async () => {
    await (await loading)?.close()
  })
  app.get('/docs', { schema: { hide: true } }, show)
  app.get('/docs/*', { schema: { hide: true } }, show)
}

/** `@fastify/swagger` would describe rows, and drop what OpenAPI 3.1 allows next to a reference: it gets the finished document. */
const load = async (document: () => string): Promise<FastifyInstance> => {
  const { default: swagger } = await import('@fastify/swagger')
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const { default: helmet } = await import('@fastify/helmet')
  const app = Fastify()
  // Whether a domain requires TLS is the operator's decision, so the proxy sends that header.
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: OWN_ORIGIN_ONLY },
    strictTransportSecurity: false
  })
  await app.register(swagger, { openapi: { openapi: '3.1.0' }, transformObject: () => JSON.parse(document()) })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', tagsSorter: 'alpha', defaultModelsExpandDepth: 0 },
    theme: { title: 'Desk' },
    uiHooks: { onRequest: redirect }
  })
  await app.ready()
  return app
}

/** The page loads nothing from other servers. */
const OWN_ORIGIN_ONLY = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  styleSrc: ["'self'", "'unsafe-inline'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'self'"]
}

/** The page's links are relative to `/docs/`, whatever path a proxy puts before it; so are these. */
const redirect = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
  const [path = ''] = request.originalUrl.split('?', 1)
  if (path.endsWith('/docs')) void reply.redirect('docs/')
  else if (path.endsWith('/static/index.html')) void reply.redirect('../')
  else done()
}
