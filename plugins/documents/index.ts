/**
 * Describes the interface of the service: `/schema.xsd`, `/problem.xsd`, `/openapi.json`, and `/docs` to explore it.
 * Everything is generated from the routes, once, at the first request.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { fixedDocument } from '../cache/document.ts'
import { explorer } from './explorer.ts'
import { openApi } from './openapi.ts'
import { operationOf, type Operation } from './operations.ts'
import { documentSchema, problemSchema } from './schemas.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Generated descriptions of this service. Use them after `app.ready()`, when all routes are known. */
    documents: Documents
  }
  interface FastifySchema {
    /** Says what the operation does. */
    summary?: string
    /** Whether the documents leave the route out. */
    hide?: boolean
  }
}

/** Functions that return the generated documents. */
export interface Documents {
  /** Returns `/schema.xsd`. */
  schema: () => string
  /** Returns `/problem.xsd`. */
  problemSchema: () => string
  /** Returns `/openapi.json`. */
  openApi: () => string
  /** Returns the operations of all routes, which the documents are made from. */
  operations: () => readonly Operation[]
}

const XML = 'application/xml; charset=utf-8'
const JSON_TEXT = 'application/json; charset=utf-8'

const documents = async (app: FastifyInstance, { module }: { module: string }) => {
  // Pages for people are registered before: the documents leave them out.
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  // Other plugins change the options of a route after this hook, so they are read when all routes are registered.
  let known: Operation[] | undefined
  const operations = () => (known ??= routes.flatMap((route) => operationOf(route) ?? []))
  const texts: Documents = {
    schema: () => documentSchema(operations()),
    problemSchema,
    openApi: () => `${JSON.stringify(openApi(operations(), module), null, 2)}\n`,
    operations
  }
  app.decorate('documents', texts)

  /** Adds a route for a generated document. */
  const serve = (path: string, summary: string, type: string, text: () => string, address = path) => {
    const send = fixedDocument(text, { 'content-type': type, 'cache-control': 'public, max-age=300' })
    app.get(path, { config: { address }, schema: { summary } }, send)
  }
  serve('/schema.xsd', 'Return the XML Schema of all XML documents', XML, texts.schema)
  serve('/problem.xsd', 'Return the XML Schema of problem documents', XML, texts.problemSchema)
  serve('/openapi', 'Return this document', JSON_TEXT, texts.openApi, '/openapi.json')
  // The parent of /docs/, where the explorer is.
  const fromPage = () => JSON.stringify({ ...JSON.parse(texts.openApi()), servers: [{ url: '..' }] })
  explorer(app, fixedDocument(fromPage, { 'content-type': JSON_TEXT }))
}

export default fp(documents, { name: 'documents' })
