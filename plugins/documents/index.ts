/**
 * Describes the service to programs and to those who write them: `/schema.xsd` and `/problem.xsd`, `/openapi.json`, and
 * `/docs` to explore it. All of it is made from the routes, once, when it is first asked for.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify'
import { addressRows, rightRows } from './addresses.ts'
import { bodyTables, type BodyTable } from './body-rows.ts'
import { operationOf } from './collect.ts'
import { explorer } from './explorer.ts'
import { openApi } from './openapi.ts'
import { documentSchema, problemSchema } from './schemas.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What describes this service. Complete when it is ready. */
    documents: Documents
  }
}

/** The texts of the documents. */
export interface Documents {
  schema: () => string
  problemSchema: () => string
  openApi: () => string
  /** The rows of a table of all addresses. */
  addresses: () => readonly (readonly string[])[]
  /** The rows of a table of those who may use each route that changes something. */
  rights: () => readonly (readonly string[])[]
  /** A table for each request body. */
  bodies: () => readonly BodyTable[]
}

const XML = 'application/xml; charset=utf-8'
const JSON_TEXT = 'application/json; charset=utf-8'

const documents = async (app: FastifyInstance, { module }: { module: string }) => {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  // Other plugins go on changing a route's options after this hook, so they are read when the routes are complete.
  const operations = once(() => routes.flatMap((route) => operationOf(route) ?? []))
  const made: Documents = {
    schema: once(() => documentSchema(operations(), module)),
    problemSchema: once(problemSchema),
    openApi: once(() => print(openApi(operations(), module))),
    addresses: once(() => addressRows(operations())),
    rights: once(() => rightRows(operations())),
    bodies: once(() => bodyTables(operations()))
  }
  app.decorate('documents', made)

  const show = (reply: FastifyReply, type: string, text: string) =>
    reply.type(type).header('cache-control', 'public, max-age=300').send(text)
  app.get('/schema.xsd', async (_request, reply) => show(reply, XML, made.schema()))
  app.get('/problem.xsd', async (_request, reply) => show(reply, XML, made.problemSchema()))
  // The router sees addresses without the extension that asks for a format.
  app.get('/openapi', { config: { address: '/openapi.json' } }, async ({ originalUrl }, reply) => {
    if (!/\.json(\?|$)/.test(originalUrl)) return reply.callNotFound()
    return show(reply, JSON_TEXT, made.openApi())
  })
  await explorer(app, () => print(openApi(operations(), module, '..')))
}

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const print = (document: object) => `${JSON.stringify(document, null, 2)}\n`

export default fp(documents, { name: 'documents', fastify: '5.x' })
