/** Requests that are safe to try again. */
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Attempt, AnonymousAttempt } from '../../db/idempotency-keys.ts'
import { refuseParameter } from '../../plugins/faults/refusals.ts'

/** The longest key that a client may send. */
const MAX_KEY = 255

/** A request of a user, as far as it matters whether and how it may be done. */
export type Sent = Pick<FastifyRequest, 'body' | 'headers' | 'method' | 'params' | 'routeOptions' | 'user'>

/**
 * A request of a user, with its Idempotency-Key.
 * @param content what stands for the body where that is not read at once: a file's digest
 * @throws HttpError 400 when the key is empty or longer than 255 characters
 */
export const attemptOf = (request: Sent, content: unknown = request.body): Attempt => ({
  user: request.user.Id,
  ...triedOf(request, content)
})

/** The same of a request of anybody. */
export const triedOf = (
  { body, headers, method, params, routeOptions: { url } }: Omit<Sent, 'user'>,
  content: unknown = body
): AnonymousAttempt => {
  const { 'idempotency-key': sent } = headers
  const key = sent === undefined ? null : String(sent)
  if (key !== null && (key === '' || key.length > MAX_KEY)) {
    refuseParameter('Idempotency-Key', `must have 1 to ${MAX_KEY} characters`)
  }
  // Most requests have no key, and then nothing looks at the digest.
  const request = key === null ? '' : hash('sha256', JSON.stringify([method, url, params, content]), 'base64url')
  return { key, request }
}
