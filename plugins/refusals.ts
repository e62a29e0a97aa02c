/** Errors that refuse a request: each names the wrong parameter, header or property, and says what is legal. */
import { httpErrors } from '@fastify/sensible'

/**
 * Refuses a parameter or a header.
 * @param place name of the parameter or header
 * @param reason continues the sentence after the name: `must be plain or typed`
 * @throws HttpError 400, always
 */
export const refuseParameter = (place: string, reason: string): never => {
  throw httpErrors.createError(400, `${place} ${reason}`, { errors: [{ place, reason }], problem: 'bad-parameter' })
}

/**
 * Returns the error 400 for a body with a wrong property.
 * @param place name of the property
 * @param reason continues the sentence after the name: `is not the id of a user`
 */
export const refusedProperty = (place: string, reason: string) =>
  httpErrors.createError(400, 'The body was refused; nothing was stored', { errors: [{ place, reason }] })

/** Returns the error 429. @param seconds after which a client may try again */
export const tooManyRequests = (detail: string, seconds: number) =>
  httpErrors.createError(429, detail, { headers: { 'retry-after': String(seconds) } })

/** Shortens a text that a client sent, for use in a response. */
export const clip = (text: string, max = MAX_PLACE): string =>
  text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text

const MAX_PLACE = 100
