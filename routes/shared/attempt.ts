/** Idempotency keys: requests that clients can repeat without repeating the write. */
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Attempt, AnonymousAttempt } from '../../db/idempotency-keys.ts'
import { refuseParameter } from '../../plugins/refusals.ts'

/** Maximum length of an Idempotency-Key, in characters. */
const MAX_KEY = 255

/** The parts of a request that decide whether and how its write is carried out. */
export type WriteRequest = Pick<FastifyRequest, 'body' | 'headers' | 'method' | 'params' | 'routeOptions' | 'user'>

/**
 * Returns the Idempotency-Key and the digest of a user's request.
 * @param content replaces the body in the digest where the body is not parsed: the name and digest of an uploaded file
 * @throws HttpError 400 when the key is empty or longer than 255 characters
 */
export const attemptOf = (request: WriteRequest, content: unknown = request.body): Attempt => ({
  user: request.user.Id,
  ...anonymousAttemptOf(request, content)
})

/**
 * Returns the Idempotency-Key and the digest of a request that needs no session.
 * @throws HttpError 400 when the key is empty or longer than 255 characters
 */
export const anonymousAttemptOf = (
  { body, headers, method, params, routeOptions: { url } }: Omit<WriteRequest, 'user'>,
  content: unknown = body
): AnonymousAttempt => {
  const { 'idempotency-key': header } = headers
  const key = header === undefined ? null : String(header)
  if (key !== null && (key === '' || key.length > MAX_KEY)) {
    refuseParameter('Idempotency-Key', `must have 1 to ${MAX_KEY} characters`)
  }
  // The digest is only compared for requests with a key, and most have none.
  const digest = key === null ? '' : hash('sha256', JSON.stringify([method, url, params, content]), 'base64url')
  return { key, request: digest }
}
