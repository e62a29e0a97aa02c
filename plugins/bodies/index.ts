/** Reads bodies: XML, JSON and forms end up as the same object, which the route's body schema then checks. */
import formbody from '@fastify/formbody'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import { jsonMedia, xmlMedia } from './media.ts'
import { normalise } from './normalise.ts'
import { readXml } from './xml.ts'

const bodies = async (app: FastifyInstance) => {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser([...jsonMedia], { parseAs: 'string' }, (request: FastifyRequest, body: string, done) => {
    // Some clients name a type on every request; where no body is asked for, that there is none is no error.
    if (body === '' && request.routeOptions.schema?.body === undefined) done(null)
    else return readJson(request, body, done)
  })
  app.addContentTypeParser([...xmlMedia], { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => {
    try {
      return readXml(body)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw app.httpErrors.createError(400, `The XML could not be read, nothing was stored: ${error.message}`, { errors: [{ place: 'body', reason: error.message }] })
    }
  })
  await app.register(formbody, { parser: (body) => qs.parse(body, { depth: 2, parameterLimit: 100 }) })

  app.addHook('preValidation', async (request) => {
    const schema = request.routeOptions.schema?.body
    if (schema !== undefined) request.body = normalise(request.body, schema)
  })
}

export default fp(bodies, { name: 'bodies', dependencies: ['@fastify/sensible'], fastify: '5.x' })
