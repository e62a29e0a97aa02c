/** `/docs`: a web page that shows the OpenAPI document and lets people try the requests. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/**
 * Serves the explorer. Loading its packages would take a tenth of the service's start, so the first request
 * for the page loads them, into a separate Fastify instance that this plugin forwards requests to.
 * @param document returns the OpenAPI document
 */
export const explorer = async (app: FastifyInstance, document: () => object): Promise<void> => {
  let loading: Promise<FastifyInstance> | undefined
  const show = async ({ originalUrl, headers }: FastifyRequest, reply: FastifyReply) => {
    loading ??= load(document)
    const page = await (await loading).inject({ url: originalUrl, headers })
    if (page.statusCode === 404) return reply.callNotFound()
    const { connection: _connection, 'content-length': _length, ...headersToForward } = page.headers
    return reply.code(page.statusCode).headers(headersToForward).send(page.rawPayload)
  }
  app.addHook('onClose', async () => {
    await (await loading)?.close()
  })
  app.get('/docs', { schema: { hide: true } }, show)
  app.get('/docs/*', { schema: { hide: true } }, show)
}

/** Loads the explorer's packages. `@fastify/swagger` gets the finished document (docs/decisions.md). */
const load = async (document: () => object): Promise<FastifyInstance> => {
  const { default: swagger } = await import('@fastify/swagger')
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const { default: helmet } = await import('@fastify/helmet')
  const app = Fastify()
  // The operator decides whether a domain requires TLS, so the proxy sends Strict-Transport-Security.
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: OWN_ORIGIN_ONLY },
    strictTransportSecurity: false
  })
  await app.register(swagger, { openapi: { openapi: '3.1.0' }, transformObject: document })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', tagsSorter: 'alpha', defaultModelsExpandDepth: 0 },
    theme: { title: 'Desk' },
    uiHooks: { onRequest: redirect }
  })
  await app.ready()
  return app
}

/** Content Security Policy: the page loads nothing from other servers. */
const OWN_ORIGIN_ONLY = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  styleSrc: ["'self'", "'unsafe-inline'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'self'"]
}

/**
 * Redirects to `/docs/`, which the page's links are relative to. The targets are relative too, as a proxy may
 * add a prefix.
 */
const redirect = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
  const [path = ''] = request.originalUrl.split('?', 1)
  if (path.endsWith('/docs')) void reply.redirect('docs/')
  else if (path.endsWith('/static/index.html')) void reply.redirect('../')
  else done()
}
