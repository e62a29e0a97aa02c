/** Reads bodies: XML, JSON and forms end up as the same object, which the route's body schema then checks. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import { jsonMedia, xmlMedia } from './media.ts'
import { normalise } from './normalise.ts'
import { readXml } from './xml.ts'

const bodies = async (app: FastifyInstance) => {
  const readJson = app.getDefaultJsonParser('error', 'error')
  const notUtf8 = () => {
    const reason = 'is not UTF-8'
    return app.httpErrors.createError(400, `The body ${reason}; nothing was stored`, { errors: [{ place: 'body', reason }] })
  }
  app.addContentTypeParser([...jsonMedia], { parseAs: 'buffer' }, (request: FastifyRequest, bytes: Buffer, done) => {
    const body = textOf(bytes)
    if (body === undefined) return done(notUtf8())
    // Some clients name a type on every request; where no body is asked for, that there is none is no error.
    if (body === '' && request.routeOptions.schema?.body === undefined) done(null)
    else return readJson(request, body, done)
  })
  app.addContentTypeParser([...xmlMedia], { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => {
    const body = textOf(bytes)
    if (body === undefined) throw notUtf8()
    try {
      return readXml(body)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw app.httpErrors.createError(400, `The XML could not be read, nothing was stored: ${error.message}`, { errors: [{ place: 'body', reason: error.message }] })
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => {
    const body = textOf(bytes)
    if (body === undefined) throw notUtf8()
    return qs.parse(body, { depth: 2, parameterLimit: 100 })
  })

  app.addHook('preValidation', async (request) => {
    const schema = request.routeOptions.schema?.body
    if (schema !== undefined) request.body = normalise(request.body, schema)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a body; undefined when its bytes are none in UTF-8, so that nothing else is stored than was sent. */
const textOf = (bytes: Buffer): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

export default fp(bodies, { name: 'bodies', dependencies: ['@fastify/sensible'], fastify: '5.x' })
