/** Problem documents (RFC 9457) and the kinds of problems. */
import { Type, type Static } from 'typebox'
import { model, Rows } from './language/models.ts'

const text = (description: string) => Type.String({ lexical: 'text', description })

/** One error of a refused request. RFC 9457, appendix B, names the XML elements of array items `i`. */
export const Refusal = model('i', null, {
  place: text('Bad parameter or property, or the line of the body'),
  reason: text('Reason, with the legal values')
})

export const Problem = model(
  'problem',
  null,
  {
    type: text('Address of the explanation of this kind of problem'),
    title: text('Kind of problem'),
    status: Type.Integer({ lexical: 'integer', description: 'HTTP status' }),
    detail: text('Description of this problem'),
    instance: text('Identifier of the request, as in the service’s log'),
    errors: Type.Optional(Rows(Refusal, 'One entry for each error'))
  },
  {},
  { namespace: 'urn:ietf:rfc:7807', typed: true }
)

export type ProblemRow = Static<typeof Problem>
export type RefusalRow = Static<typeof Refusal>

/** Kinds of problems, by name. The name is the last segment of `type`; `/problems/<name>` shows the explanation. */
export const problemKinds = {
  'bad-request': {
    status: 400,
    title: 'Bad request',
    explanation: 'The request is malformed. The detail gives the reason.'
  },
  'bad-parameter': {
    status: 400,
    title: 'Unknown or malformed parameter',
    explanation:
      'A query parameter is unknown at this address, or its value is illegal. The errors name each bad parameter; ' +
      'the detail lists the legal parameters. Add params=show to a GET request to see them with their types.'
  },
  'bad-body': {
    status: 400,
    title: 'Bad body',
    explanation:
      'The body could not be parsed, or a property is missing, unknown or illegal. ' +
      'The errors name each place. Nothing was stored.'
  },
  unauthorized: {
    status: 401,
    title: 'No valid session',
    explanation:
      'This request needs a valid session token in the Authorization header. ' +
      'Log in with POST /resources/Security/Login.'
  },
  forbidden: {
    status: 403,
    title: 'No right',
    explanation: 'Your session does not allow this request. The detail says which users may send it.'
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    explanation: 'There is no resource at this address. Follow links from /resources to find valid addresses.'
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    explanation: 'This address does not support the method. The Allow header lists the supported methods.'
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    explanation:
      'The service offers none of the media types in your Accept header. The detail lists the media types it offers.'
  },
  timeout: { status: 408, title: 'Request timed out', explanation: 'The request did not arrive in time.' },
  conflict: {
    status: 409,
    title: 'Conflict',
    explanation:
      'The request is valid, but the current state of the resource does not allow it. The detail gives the reason.'
  },
  'cursor-gone': {
    status: 410,
    title: 'Unknown change number',
    explanation:
      'cId.since is greater than the newest change number of this blog. ' +
      'Usually the database was restored from a backup. Read the list again without the number.'
  },
  stale: {
    status: 412,
    title: 'Item has changed',
    explanation:
      'The item has changed since you read the version in If-Match. Nothing was stored. The ETag header of this ' +
      'response has the current version: read the item again, then repeat the change if it still applies.'
  },
  'too-large': {
    status: 413,
    title: 'Body too large',
    explanation: 'The body is larger than the limit. Nothing was stored.'
  },
  'address-too-long': { status: 414, title: 'Address too long', explanation: 'The address is longer than the limit.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    explanation:
      'The Content-Type of the body is missing or not supported at this address, or the type of an uploaded file ' +
      'is not supported. The detail lists the supported types.'
  },
  'key-reused': {
    status: 422,
    title: 'Idempotency-Key was used before',
    explanation:
      'Another request, with a different body or address, used this Idempotency-Key in the last 24 hours. Nothing ' +
      'was stored. Send a new key with each new request, and repeat a key only to retry the same request.'
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    explanation: 'You sent too many requests. Retry-After gives the number of seconds to wait.'
  },
  'headers-too-large': {
    status: 431,
    title: 'Headers too large',
    explanation: 'The headers of the request are larger than the limit.'
  },
  'internal-error': {
    status: 500,
    title: 'Internal error',
    explanation:
      'The service failed; no change was stored in part. The log has the cause under the instance of this response.'
  },
  'not-implemented': {
    status: 501,
    title: 'Not implemented',
    explanation:
      'The service does not offer what the request asks for, such as an unknown format. The detail says what.'
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    explanation:
      'The service cannot respond now, usually because the database is not available or there is no space for a ' +
      'file. Retry-After gives the number of seconds to wait.'
  }
} as const

export type ProblemKind = keyof typeof problemKinds
