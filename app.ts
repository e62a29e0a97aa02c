/** Puts the service together. Reads no environment, listens nowhere. */
import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import sensible from '@fastify/sensible'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Pool } from './db/client.ts'
import authorization from './plugins/authorization.ts'
import bodies from './plugins/bodies/index.ts'
import { frontedServer } from './plugins/cache/front.ts'
import cache from './plugins/cache/index.ts'
import { documentStore } from './plugins/cache/store.ts'
import changes from './plugins/changes.ts'
import content from './plugins/content.ts'
import database from './plugins/database.ts'
import deltas from './plugins/deltas.ts'
import documents from './plugins/documents/index.ts'
import faults, { answerBadAddress, answerBrokenRequest } from './plugins/faults/index.ts'
import health from './plugins/health.ts'
import introspection from './plugins/introspection/index.ts'
import methods from './plugins/methods.ts'
import parameters from './plugins/parameters.ts'
import problems from './plugins/problems.ts'
import { withoutExtension } from './plugins/representation/formats.ts'
import representation from './plugins/representation/index.ts'
import streams from './plugins/streams/index.ts'
import urlInfo from './plugins/url-info/index.ts'
import validation from './plugins/validation.ts'
import routes from './routes/index.ts'
import type { Config } from './schemas/config.ts'
import { presentationNames, presentationParameters } from './schemas/language/presentation.ts'

/** The largest body that is read: a post of 65535 characters in any notation, with room to spare. */
const BODY_LIMIT = 1024 * 1024
const MEBIBYTE = 1024 * 1024

/**
 * A client gets ten seconds for its headers, thirty for all of its request, and may then keep an idle connection
 * longer than nginx does (30 s, deploy/), so that nginx never uses one that is being closed.
 */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16 * 1024 }

/**
 * Builds the service on a database that has been migrated.
 * @param services the pool of connections, which is ended with the service; and where the log goes
 */
export const buildApp = async (
  config: Config, { sql, logger = false }: { sql: Pool, logger?: FastifyServerOptions['logger'] }
): Promise<FastifyInstance> => {
  const store = documentStore(config.CACHE_MB * MEBIBYTE)
  const app: FastifyInstance = Fastify({
    logger,
    serverFactory: frontedServer(store, () => app.changes.isCurrent(), LIMITS),
    genReqId: () => randomUUID(),
    trustProxy: config.TRUSTED_PROXIES === '' ? false : config.TRUSTED_PROXIES.split(',').map((address) => address.trim()),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
    rewriteUrl: ({ url = '/' }) => withoutExtension(url),
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 200,
      querystringParser: readQuery
    }
  })

  // For whoever watches the whole service, not only the tree that the cache is part of.
  app.decorate('kept', store.size)
  // Bodies are read by plugins/bodies alone: one sent to nothing is answered 404, whatever it carries.
  app.removeAllContentTypeParsers()
  await app.register(introspection)
  await app.register(sensible)
  await app.register(validation)
  await app.register(database, { sql })
  await app.register(changes)
  await app.register(faults)
  await app.register(documents, { module: config.MODULE })
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Accept', 'Authorization', 'Content-Type', 'If-None-Match', 'Last-Event-ID', ...Object.keys(presentationParameters)],
    exposedHeaders: ['Link', 'Location', 'ETag'],
    maxAge: 86400,
    preflightContinue: true,
    strictPreflight: false
  })
  await app.register(urlInfo, { readers: config.URL_INFO })
  await app.register(health)
  await app.register(problems)
  await app.register(content)
  await app.register(async (tree) => {
    await tree.register(representation, { baseUrl: config.BASE_URL.replace(/\/+$/, ''), module: config.MODULE })
    await tree.register(methods)
    await tree.register(parameters)
    await tree.register(bodies)
    await tree.register(authorization, { publicDrafts: config.PUBLIC_DRAFTS, publicProfiles: config.PUBLIC_PROFILES })
    await tree.register(deltas, { kept: config.CACHE_MB > 0 })
    await tree.register(streams, { module: config.MODULE, max: config.STREAMS })
    await tree.register(cache, { store, live: config.CACHE_CONTROL_LIVE, reference: config.CACHE_CONTROL_REFERENCE })
    await tree.register(routes, { module: config.MODULE })
  }, { prefix: '/resources' })
  return app
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
