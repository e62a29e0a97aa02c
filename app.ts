/** Puts the service together. Reads no environment, listens nowhere. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import cors from '@fastify/cors'
import sensible from '@fastify/sensible'
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Watch } from './db/client.ts'
import authorization from './plugins/authorization/index.ts'
import bodies from './plugins/bodies/index.ts'
import content from './plugins/content/index.ts'
import database from './plugins/database/index.ts'
import cache from './plugins/cache/index.ts'
import documents from './plugins/documents/index.ts'
import existingPrograms, { adapt } from './plugins/existing-programs.ts'
import files from './plugins/files/index.ts'
import faults, { answerBadAddress, answerBrokenRequest } from './plugins/faults/index.ts'
import health from './plugins/health.ts'
import introspection from './plugins/introspection/index.ts'
import methods from './plugins/methods.ts'
import parameters from './plugins/parameters.ts'
import problems from './plugins/problems.ts'
import { withoutExtension } from './plugins/resources/representation/formats.ts'
import resources from './plugins/resources/index.ts'
import streams from './plugins/streams/index.ts'
import urlInfo, { type UrlInfoOptions } from './plugins/url-info/index.ts'
import validation from './plugins/validation.ts'
import routes from './routes/index.ts'
import type { Config } from './schemas/config.ts'
import { presentationNames, presentationParameters } from './schemas/language/presentation.ts'

/** The largest body that is read: a post of 65535 characters in any notation, with room to spare. */
const BODY_LIMIT = 1024 * 1024
const MEBIBYTE = 1024 * 1024

/**
 * A client gets ten seconds for its headers, five minutes for all of its request, because a photograph can come over a
 * slow line (other bodies get less, plugins/bodies), and may then keep an idle connection longer than nginx does (30 s,
 * deploy/), so that nginx never uses one that is being closed.
 */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 300_000, keepAliveTimeout: 65_000, maxHeaderSize: 16 * 1024 }

/** How the service compares addresses. */
const ADDRESSES = { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200 }

/** What the service runs on besides its settings. */
export interface Surroundings {
  /** Address of a PostgreSQL that has been migrated. */
  readonly databaseUrl: string
  /** Where the log goes. */
  readonly logger?: FastifyServerOptions['logger']
  /** Told of each statement that requests send to PostgreSQL. */
  readonly watch?: Watch | undefined
  /** Which web pages may be read, and how long that may take. */
  readonly webPages?: Partial<UrlInfoOptions>
}

/** Builds the service. */
export const buildApp = async (
  config: Config,
  { databaseUrl, logger = false, watch, webPages }: Surroundings
): Promise<FastifyInstance> => {
  const app: FastifyInstance = Fastify({
    logger,
    serverFactory: (handle) => {
      const server = createServer(LIMITS, (request, response) => {
        // A server that is closing waits for connections that are in use.
        if (!server.listening) response.shouldKeepAlive = false
        if (!app.cache.answer(request, response)) handle(request, response)
      })
      return server
    },
    genReqId: () => randomUUID(),
    // As problem documents call it.
    logController: new LogController({ requestIdLogLabel: 'instance' }),
    trustProxy: config.TRUSTED_PROXIES !== '' && config.TRUSTED_PROXIES.split(',').map((address) => address.trim()),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    // nginx has sent a request on an open connection before it can know: it would pass a 503 on to the reader.
    return503OnClosing: false,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
    rewriteUrl: (request) => withoutExtension(adapt(request)),
    routerOptions: { ...ADDRESSES, querystringParser: readQuery }
  })

  // No browser may guess another type than the one that is said.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
  })
  // Bodies are read by plugins/bodies alone: one sent to nothing is answered 404, whatever it carries.
  app.removeAllContentTypeParsers()
  await app.register(introspection)
  await app.register(sensible)
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      ...['Accept', 'Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'Last-Event-ID'],
      'X-HTTP-Method-Override',
      ...Object.keys(presentationParameters)
    ],
    exposedHeaders: ['Link', 'Location', 'ETag'],
    maxAge: 86400,
    preflightContinue: true,
    strictPreflight: false
  })
  await app.register(validation)
  const { DATABASE_POOL: max, STALE_IF_ERROR: staleIfError } = config
  await app.register(database, { url: databaseUrl, max, staleIfError, watch })
  await app.register(cache, { maxBytes: config.CACHE_MB * MEBIBYTE })
  await app.register(faults)
  await app.register(authorization, { publicDrafts: config.PUBLIC_DRAFTS, publicProfiles: config.PUBLIC_PROFILES })
  await app.register(existingPrograms)
  await app.register(methods, { router: ADDRESSES })
  await app.register(documents, { module: config.MODULE })
  await app.register(urlInfo, { readers: config.URL_INFO, ...webPages })
  await app.register(health)
  await app.register(problems)
  await app.register(content)
  await app.register(files, {
    folder: resolve(config.DATA_DIR, 'files'),
    bucket: bucketOf(config),
    maxBytes: config.UPLOAD_MB * MEBIBYTE,
    maxMegapixels: config.UPLOAD_MEGAPIXELS,
    maxPerHour: config.UPLOADS_PER_HOUR
  })
  await app.register(
    async (tree) => {
      await tree.register(resources, {
        baseUrl: config.BASE_URL.replace(/\/+$/, ''),
        module: config.MODULE,
        live: config.CACHE_CONTROL_LIVE,
        reference: config.CACHE_CONTROL_REFERENCE
      })
      await tree.register(parameters)
      await tree.register(bodies, { module: config.MODULE })
      await tree.register(streams, { max: config.STREAMS })
      await tree.register(routes, { module: config.MODULE })
    },
    { prefix: '/resources' }
  )
  return app
}

/** The bucket for files; undefined when they lie on this machine. */
const bucketOf = (config: Config) =>
  config.FILES_BUCKET === ''
    ? undefined
    : {
        endpoint: config.FILES_ENDPOINT,
        bucket: config.FILES_BUCKET,
        region: config.FILES_REGION,
        keyId: config.FILES_KEY_ID,
        secret: config.FILES_SECRET
      }

/**
 * Reads a query string. Of a parameter given twice the last one counts, but lists of names are joined; the
 * parameters that are headers too are known in any case. Parameters for others are left out.
 */
const readQuery = (text: string): Record<string, string> => {
  // A map, so that no parameter's name means anything but itself.
  const query = new Map<string, string>()
  for (const [given, value] of new URLSearchParams(text)) {
    if (FOREIGN.test(given)) continue
    const name = presentationNames.get(given.toLowerCase()) ?? given
    const before = JOINED.has(name) ? query.get(name) : undefined
    query.set(name, before === undefined ? value : `${before},${value}`)
  }
  return Object.fromEntries(query)
}

const JOINED: ReadonlySet<string> = new Set(['asc', 'desc', 'X-Filter'])

/** Parameters that browsers, script libraries and campaigns add to any address. */
const FOREIGN = /^(_|utm_.*|fbclid|gclid)$/
