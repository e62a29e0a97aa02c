/** Parses XML, JSON and form bodies into the same kind of object, which the body schema of the route then validates. */
import { isUtf8 } from 'node:buffer'
import { httpErrors } from '@fastify/sensible'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { parse } from 'secure-json-parse'
import { readForm, readPageForm } from './form.ts'
import { explainJson } from './json.ts'
import { maxBytesOf } from './limits.ts'
import { formMedia, jsonMedia, xmlMedia } from '../formats.ts'
import { isModel } from '../../schemas/language/keywords.ts'
import { normaliserOf } from './normalise.ts'
import { readXml } from './xml.ts'

type Read = (body: string, request: FastifyRequest) => unknown

/**
 * Returns a parser of bodies for Fastify.
 * @param read throws a SyntaxError for a text that is not a body
 * @param explain returns the message of such an error in the terms of a client
 */
export const parserOf =
  (read: Read, explain = (message: string, _body: string) => message) =>
  async (request: FastifyRequest, bytes: Buffer) => {
    // Some clients send `Content-Encoding: utf-8` with plain text, so the header alone is no reason.
    if (!isUtf8(bytes)) throw unreadable('content-encoding' in request.headers ? COMPRESSED : 'it is not UTF-8')
    const body = utf8.decode(bytes)
    try {
      return read(body, request)
    } catch (error) {
      throw error instanceof SyntaxError ? unreadable(explain(error.message, body)) : error
    }
  }

/** Parses JSON. A member that could change a prototype is refused, too. */
export const parseJson = parserOf((body) => parse(body), explainJson)

const utf8 = new TextDecoder()

const COMPRESSED = 'its Content-Encoding is not supported; send it uncompressed'

const unreadable = (reason: string) =>
  httpErrors.createError(400, `The body could not be read, nothing was stored: ${reason}`, {
    errors: [{ place: 'body', reason }]
  })

/** @param module the configured module name */
const bodies = async (app: FastifyInstance, { module }: { module: string }) => {
  app.addContentTypeParser([...jsonMedia], { parseAs: 'buffer' }, parseJson)
  app.addContentTypeParser([...xmlMedia], { parseAs: 'buffer' }, parserOf(readXml))
  const readAnyForm: Read = (body, { origin }) => (origin.isForm ? readPageForm(body) : readForm(body))
  app.addContentTypeParser(formMedia, { parseAs: 'buffer' }, parserOf(readAnyForm))

  app.addHook('onRoute', (route) => {
    const schema = route.schema?.body
    if (schema !== undefined) {
      route.bodyLimit = maxBytesOf(schema)
      const optional = isModel(schema) && schema.optional === true
      if (optional) allowEmptyBody(route)
      let normalise: ReturnType<typeof normaliserOf> | undefined
      route.preValidation = async (request) => {
        normalise ??= normaliserOf(schema, request.method === 'POST')
        request.body = normalise(request.body ?? (optional ? {} : undefined), {
          module,
          resourcesUrl: () => request.context.links.resourcesUrl
        })
      }
    } else if (![route.method].flat().includes('GET')) {
      allowEmptyBody(route)
    }
  })
}

const allowEmptyBody = (route: RouteOptions) => {
  route.onRequest = [...[route.onRequest ?? []].flat(), dropTypeOfEmptyBody]
}

/** Some clients send a Content-Type with every request. An empty body is fine on routes that need none. */
const dropTypeOfEmptyBody = async ({ raw: { headers } }: FastifyRequest) => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  if (length === '0' && encoding === undefined) delete headers['content-type']
}

export default fp(bodies, { name: 'bodies', dependencies: ['origin'] })
