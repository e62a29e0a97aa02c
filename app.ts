/** Builds the Fastify app from all plugins and routes. Does not read the environment and does not listen. */
import cors from '@fastify/cors'
import sensible from '@fastify/sensible'
import type { Registry } from 'prom-client'
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Watch } from './db/client.ts'
import assistants from './plugins/assistants/index.ts'
import audit from './plugins/audit.ts'
import authorization from './plugins/authorization/index.ts'
import bodies from './plugins/bodies/index.ts'
import { MAX_BYTES } from './plugins/bodies/limits.ts'
import browsers from './plugins/browsers/index.ts'
import content from './plugins/content/index.ts'
import database from './plugins/database/index.ts'
import desk from './plugins/desk/index.ts'
import cache from './plugins/cache/index.ts'
import documents from './plugins/documents/index.ts'
import feeds from './plugins/feeds/index.ts'
import front from './plugins/front/index.ts'
import files from './plugins/files/index.ts'
import faults, { answerBadAddress, answerBrokenRequest, answerOverload } from './plugins/faults/index.ts'
import embed from './plugins/embed/index.ts'
import health from './plugins/health.ts'
import { httpServer, type TimeLimits } from './plugins/http-server.ts'
import introspection from './plugins/introspection/index.ts'
import live from './plugins/live/index.ts'
import following from './moving/following/index.ts'
import webhooks from './moving/webhooks/index.ts'
import methods from './plugins/methods.ts'
import metrics from './plugins/metrics.ts'
import pages from './plugins/pages/index.ts'
import representation from './plugins/representation/index.ts'
import problems from './plugins/problems.ts'
import origin, { readQuery, requestId, rewriteUrl } from './plugins/origin/index.ts'
import resources from './plugins/resources/index.ts'
import scheduler from './plugins/scheduler.ts'
import site from './plugins/site/index.ts'
import streams from './plugins/streams/index.ts'
import urlInfo, { type UrlInfoOptions } from './plugins/url-info/index.ts'
import validation from './plugins/validation.ts'
import routes from './routes/index.ts'
import type { Config } from './schemas/config.ts'
import { presentationParameters } from './schemas/language/presentation.ts'
import { withoutFinalSlashes } from './schemas/language/lexical.ts'

/** Options of the router, also of the one in plugins/methods.ts: both must compare addresses in the same way. */
const ROUTER = { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 }

/** Options that are not settings. */
export interface AppOptions {
  /** Address of a migrated PostgreSQL database. */
  readonly databaseUrl: string
  /** Folder of the embedded server; undefined for another one. */
  readonly databaseFolder?: string | undefined
  readonly logger?: FastifyServerOptions['logger']
  /** Collects the metrics; undefined if METRICS_PORT is not set. */
  readonly registry?: Registry | undefined
  /** Called with each statement that requests send to PostgreSQL. */
  readonly watch?: Watch | undefined
  /** Whether the app only answers requests, without work in the background, such as following other blogs. */
  readonly isPassive?: boolean | undefined
  /** Restricts which web pages may be read, and for how long; tests change both. */
  readonly webPages?: Partial<UrlInfoOptions>
  /** Limits how long bodies and responses may take; tests shorten this. */
  readonly timeLimits?: Partial<TimeLimits>
}

export const buildApp = async (
  config: Config,
  { databaseUrl, databaseFolder, logger = false, registry, watch, isPassive = false, webPages, timeLimits }: AppOptions
): Promise<FastifyInstance> => {
  const server = httpServer({ maxStreams: config.STREAMS, limits: timeLimits })
  const app: FastifyInstance = Fastify({
    // The detail of a PostgreSQL error contains the refused row, with password hashes, drafts or e-mail addresses.
    logger: typeof logger === 'object' ? { ...logger, redact: ['err.detail'] } : logger,
    serverFactory: server.serverFactory,
    genReqId: requestId,
    // Log lines have the request id under the name that problem documents give it.
    logController: new LogController({ requestIdLogLabel: 'instance' }),
    trustProxy: config.TRUSTED_PROXIES !== '' && config.TRUSTED_PROXIES.split(',').map((address) => address.trim()),
    bodyLimit: MAX_BYTES,
    forceCloseConnections: 'idle',
    // nginx has sent a request on an open connection before it can know: it would pass a 503 on to the reader.
    return503OnClosing: false,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
    exposeHeadRoutes: false,
    rewriteUrl,
    routerOptions: { ...ROUTER, querystringParser: readQuery }
  })

  // HEAD shares the route of its GET. Separate routes, as Fastify adds them, take a quarter of this function's time.
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET') route.method = ['GET', 'HEAD']
  })
  // The hooks before have refused those who may not upload.
  app.addHook('onRoute', (route) => {
    if (route.config?.takesFile === true) route.preHandler = server.allowUpload
  })
  app.addHook('preClose', async () => server.endConnections())
  // Only plugins/bodies parses bodies. Otherwise a bad body at an unknown address would get 400 or 415 instead of 404.
  app.removeAllContentTypeParsers()
  await app.register(introspection)
  await app.register(sensible)
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      ...['Accept', 'Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'Last-Event-ID'],
      ...['X-HTTP-Method-Override', 'X-Assistant', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
      ...Object.keys(presentationParameters)
    ],
    exposedHeaders: ['Link', 'Location', 'ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 86400,
    preflightContinue: true,
    strictPreflight: false
  })
  const baseUrl = withoutFinalSlashes(config.BASE_URL)
  await app.register(origin, { baseUrl })
  await app.register(metrics, { registry })
  await app.register(validation)
  const { DATABASE_POOL: max, STALE_IF_ERROR: staleIfError } = config
  await app.register(database, { url: databaseUrl, max, staleIfError, folder: databaseFolder, watch })
  if (!isPassive) await app.register(scheduler)
  if (!isPassive) await app.register(audit, { days: config.AUDIT_DAYS })
  await app.register(cache, { ...config, refuse: answerOverload })
  server.answerWith(app.cache.answer)
  await app.register(faults)
  await app.register(pages, config)
  await app.register(site, config)
  await app.register(live, config)
  await app.register(authorization, config)
  await app.register(browsers)
  await app.register(front)
  await app.register(desk, config)
  await app.register(methods, { router: ROUTER })
  await app.register(documents, { module: config.MODULE })
  if (config.ASSISTANTS) await app.register(assistants, { module: config.MODULE })
  await app.register(urlInfo, { readers: config.URL_INFO, ...webPages })
  await app.register(health)
  await app.register(problems)
  await app.register(content)
  await app.register(feeds)
  await app.register(embed)
  await app.register(files, { ...config, isPassive })
  const { FOLLOW: isOn, FOLLOW_PRIVATE: isPrivateAllowed, FOLLOW_SECONDS: seconds } = config
  await app.register(following, { isOn: isOn && !isPassive, isPrivateAllowed, baseUrl, seconds })
  await app.register(webhooks, {
    isOn: config.WEBHOOKS && !isPassive,
    isPrivateAllowed: config.WEBHOOKS_PRIVATE,
    baseUrl,
    module: config.MODULE
  })
  await app.register(
    async (tree) => {
      await tree.register(representation, { view: app.pages.view })
      await tree.register(resources, config)
      await tree.register(bodies, { module: config.MODULE })
      await tree.register(streams, config)
      await tree.register(routes, { module: config.MODULE })
    },
    { prefix: '/resources' }
  )
  return app
}
