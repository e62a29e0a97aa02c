/** Problem documents (RFC 9457), and every kind of problem the service reports. */
import { Type, type Static } from 'typebox'
import { Rows, model } from './language/vocabulary.ts'

const text = (description: string) => Type.String({ lexical: 'text', description })

/** One reason why a request was refused, and where. `i` is RFC 9457's element for an array's items. */
export const Refusal = model('i', null, {
  place: text('What is wrong: a parameter, a property, a line of the body'),
  reason: text('Why, and what would be right')
})

export const Problem = model('problem', null, {
  type: text('Address of the explanation of this kind of problem'),
  title: text('Kind of problem'),
  status: Type.Integer({ lexical: 'integer', description: 'HTTP status' }),
  detail: text('What happened here'),
  instance: text('Identifier of the request, as in the service’s log'),
  errors: Type.Optional(Rows(Refusal, 'Each reason on its own'))
}, {}, { namespace: 'urn:ietf:rfc:7807', typed: true })

export type ProblemRow = Static<typeof Problem>
export type RefusalRow = Static<typeof Refusal>

/** Every kind of problem: its name is the last segment of `type`, its text what `/problems/<name>` explains. */
export const problemKinds = {
  'bad-request': { status: 400, title: 'Bad request', explanation: 'The request itself is malformed. The detail says what is wrong with it.' },
  'bad-parameter': { status: 400, title: 'Unknown or malformed parameter', explanation: 'A query parameter is unknown at this address or its value is not legal. The errors name each one; the detail lists the legal ones. Add params=show to a GET to see them with their types.' },
  'bad-body': { status: 400, title: 'Bad body', explanation: 'The body could not be read or does not hold what this address takes. The errors name each place. Nothing was stored.' },
  unauthorized: { status: 401, title: 'No valid session', explanation: 'This request needs a valid session token in the Authorization header. Log in with POST /resources/Security/Login.' },
  forbidden: { status: 403, title: 'No right', explanation: 'You may not do this here. The detail says who may, or why nobody may.' },
  'not-found': { status: 404, title: 'Not found', explanation: 'Nothing lives at this address. Addresses are found by following links from /resources.' },
  'method-not-allowed': { status: 405, title: 'Method not allowed', explanation: 'This address exists but does not take this method. The Allow header lists those it takes.' },
  'not-acceptable': { status: 406, title: 'Not acceptable', explanation: 'None of the media types you accept is offered. The detail lists those that are.' },
  timeout: { status: 408, title: 'Request timed out', explanation: 'The request did not arrive in time.' },
  conflict: { status: 409, title: 'Conflict', explanation: 'The request is sound but the state of the resource does not allow it. The detail says why.' },
  'cursor-gone': { status: 410, title: 'Change number from the future', explanation: 'cId.since or Last-Event-ID is beyond the newest change of this blog, so the database was restored or the number was never given. Read the list again without it.' },
  stale: { status: 412, title: 'Changed meanwhile', explanation: 'If-Match names a version of this item that is not the current one: somebody else has changed it. The ETag header of the answer names the current version. Read the item again, and decide anew.' },
  'too-large': { status: 413, title: 'Body too large', explanation: 'The body is larger than the service takes. Nothing was stored.' },
  'address-too-long': { status: 414, title: 'Address too long', explanation: 'The address is longer than the service reads.' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type', explanation: 'The body’s Content-Type is missing or not one that this address reads, or an uploaded file is of no kind that is taken. The detail lists those that are.' },
  'key-reused': { status: 422, title: 'Key of another request', explanation: 'The Idempotency-Key of this request has been used for another request, with another body or address, in the last 24 hours. Nothing was stored. Send a new key with each new request, and the same key only to try the same request again.' },
  'too-many-requests': { status: 429, title: 'Too many requests', explanation: 'You asked too often. Retry-After says how many seconds to wait.' },
  'headers-too-large': { status: 431, title: 'Headers too large', explanation: 'The request’s headers are larger than the service reads.' },
  'internal-error': { status: 500, title: 'Internal error', explanation: 'The service failed. Nothing was half-written. Its log holds the cause under the instance of this answer.' },
  unavailable: { status: 503, title: 'Temporarily unavailable', explanation: 'The service cannot answer now, most often because its database is away, or because there is no room for a file. Retry-After says how many seconds to wait.' }
} as const

export type ProblemKind = keyof typeof problemKinds
