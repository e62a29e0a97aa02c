/** Parses XML, JSON and form bodies into the same kind of object, which the body schema of the route then validates. */
import { isUtf8 } from 'node:buffer'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readForm, readPageForm } from './form.ts'
import { readJson } from './json.ts'
import { maxBytesOf } from './limits.ts'
import { jsonMedia, xmlMedia } from '../formats.ts'
import { normalise } from './normalise.ts'
import { readXml } from './xml.ts'

export interface BodiesOptions {
  /** The configured module name. */
  module: string
}

const bodies = async (app: FastifyInstance, { module }: BodiesOptions) => {
  const unreadable = (reason: string) =>
    app.httpErrors.createError(400, `The body could not be read, nothing was stored: ${reason}`, {
      errors: [{ place: 'body', reason }]
    })
  const textOf = (bytes: Buffer): string => {
    if (!isUtf8(bytes)) throw unreadable('it is not UTF-8')
    return utf8.decode(bytes)
  }
  type Read = (body: string, request: FastifyRequest) => unknown
  const parserOf = (read: Read) => async (request: FastifyRequest, bytes: Buffer) => {
    try {
      return read(textOf(bytes), request)
    } catch (error) {
      throw error instanceof SyntaxError ? unreadable(error.message) : error
    }
  }

  app.addContentTypeParser([...jsonMedia], { parseAs: 'buffer' }, parserOf(readJson))
  app.addContentTypeParser([...xmlMedia], { parseAs: 'buffer' }, parserOf(readXml))
  const readAnyForm: Read = (body, { origin }) => (origin.isForm ? readPageForm(body) : readForm(body))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parserOf(readAnyForm))

  app.addHook('onRoute', (route) => {
    if (route.schema?.body !== undefined) route.bodyLimit = maxBytesOf(route.schema.body)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    // Some clients send a Content-Type with every request. An empty body is fine on routes without a body schema.
    const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': encoding } = headers
    const isTypedEmpty = type !== undefined && length === '0' && encoding === undefined
    if (isTypedEmpty && request.routeOptions.schema?.body === undefined) delete headers['content-type']
    done()
  })

  app.addHook('preValidation', async (request) => {
    const schema = request.routeOptions.schema?.body
    const base = { module, resourcesUrl: () => request.context.links.resourcesUrl }
    if (schema !== undefined) request.body = normalise(request.body, schema, base, request.method === 'POST')
  })
}

const utf8 = new TextDecoder()

export default fp(bodies, { name: 'bodies', dependencies: ['@fastify/sensible', 'origin'], fastify: '5.x' })
