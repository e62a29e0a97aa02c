/** `/docs`: a web page that shows the OpenAPI document and lets people try the requests. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteHandlerMethod } from 'fastify'

/**
 * Serves the explorer. Loading its packages would take a tenth of the service's start, so the first request
 * for the page loads them, into a separate Fastify instance that this plugin forwards requests to.
 * @param sendDocument sends the OpenAPI document. The packages would write it again for each request, which takes a
 *   twentieth of a second
 */
export const explorer = async (app: FastifyInstance, sendDocument: RouteHandlerMethod): Promise<void> => {
  let loading: Promise<FastifyInstance> | undefined
  const show = async ({ originalUrl, headers }: FastifyRequest, reply: FastifyReply) => {
    loading ??= load()
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
  app.get('/docs/json', { schema: { hide: true } }, sendDocument)
  app.get('/docs/yaml', { schema: { hide: true } }, async (_request, reply) => reply.callNotFound())
}

/** Loads the explorer's packages. Its page demands `@fastify/swagger`, which has nothing to do here. */
const load = async (): Promise<FastifyInstance> => {
  const { default: swagger } = await import('@fastify/swagger')
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const { default: helmet } = await import('@fastify/helmet')
  const app = Fastify()
  // The operator decides whether a domain requires TLS, so the proxy sends Strict-Transport-Security.
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: OWN_ORIGIN_ONLY },
    strictTransportSecurity: false
  })
  await app.register(swagger)
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
