/**
 * Turns errors of Fastify, Ajv, the body parsers and PostgreSQL into texts for clients, which name the wrong
 * property or parameter and the legal values.
 */
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { toColumn } from '../../db/client.ts'
import type { ProblemKind, RefusalRow } from '../../schemas/problem.ts'
import { readableMedia } from '../formats.ts'
import { propertiesOf } from '../../schemas/language/keywords.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { placeOf, reasonOf, type Failure } from './failures.ts'
import { clip } from '../refusals.ts'

/** The texts of a problem document that says why a request was refused. */
export interface Refusals {
  kind?: ProblemKind
  detail: string
  errors: readonly RefusalRow[]
}

/**
 * An error that names wrong properties or parameters, thrown by body parsers and handlers, or an error of
 * PostgreSQL.
 */
export interface PlacedError extends FastifyError {
  errors?: readonly RefusalRow[]
  problem?: ProblemKind
  /** The item as it is now, if the request was made for an older version. */
  item?: Row
  constraint_name?: string
  table_name?: string
}

const MAX_REASON = 2000
const MAX_DETAIL = 8000
/** A problem document describes this many errors, and only counts the others. */
const MAX_ERRORS = 10

/** Returns the texts of the problem document for an error, shortened to their maximum lengths. */
export const refusalsOf = (error: PlacedError, request: FastifyRequest): Refusals => {
  const { detail, errors, ...kind } = allRefusals(error, request)
  return {
    ...kind,
    detail: clip(detail, MAX_DETAIL),
    errors: errors.map(({ place, reason }) => ({ place: clip(place), reason: clip(reason, MAX_REASON) }))
  }
}

const allRefusals = (error: PlacedError, request: FastifyRequest): Refusals => {
  const { validation, validationContext, constraint_name: constraint = '', code, message, errors, problem } = error
  if (validation !== undefined) return validationRefusals(validation, validationContext, request)
  const constraintRefusals = constraints[constraint] ?? keyRefusals(error, request)
  if (constraintRefusals !== undefined) return constraintRefusals
  if (code?.startsWith('FST_ERR_CTP')) return bodyRefusals(error, request)
  if (errors === undefined) return { detail: message, errors: [] }
  return { kind: problem ?? 'bad-body', detail: message, errors }
}

const badBody = (detail: string, errors: readonly RefusalRow[]): Refusals => ({ kind: 'bad-body', detail, errors })
const conflict = (detail: string, errors: readonly RefusalRow[] = []): Refusals => ({
  kind: 'conflict',
  detail,
  errors
})

const validationRefusals = (
  failures: readonly Failure[],
  context: string | undefined,
  { routeOptions: { schema } }: FastifyRequest
): Refusals => {
  // Failures of the branches of an anyOf are left out: the failure of the anyOf itself names all legal values.
  const unions = failures.filter(({ keyword }) => keyword === 'anyOf')
  // A value of the wrong type is not one of the legal values either.
  const mistyped = new Set(failures.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath))
  const relevant = failures.filter(
    ({ keyword, schemaPath: path, instancePath }) =>
      !unions.some(({ schemaPath }) => path.startsWith(`${schemaPath}/`)) &&
      !((keyword === 'enum' || keyword === 'const') && mistyped.has(instancePath))
  )
  const errors = relevant
    .slice(0, MAX_ERRORS)
    .map((failure) => ({ place: clip(placeOf(failure)), reason: reasonOf(failure) }))
  const more = relevant.length > errors.length ? [`and ${relevant.length - errors.length} more`] : []
  const places = [...errors.map(({ place, reason }) => `${place} ${reason}`), ...more].join('; ')
  if (context === 'params') return { kind: 'not-found', detail: `There is nothing here: ${places}`, errors: [] }
  if (context !== 'querystring') return badBody(`The body was refused: ${places}; nothing was stored`, errors)
  const query: { properties?: object } = { ...(schema?.querystring ?? {}) }
  const names = Object.keys(query.properties ?? {})
  return { kind: 'bad-parameter', detail: `${places}. This address takes ${names.join(', ')}`, errors }
}

const bodyRefusals = ({ code, message }: PlacedError, { routeOptions, server }: FastifyRequest): Refusals => {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return { detail: `Send the body as ${mediaOf(server)}, and say which in Content-Type`, errors: [] }
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { detail: `The body has more than ${routeOptions.bodyLimit} bytes; nothing was stored`, errors: [] }
    default:
      return badBody(`The body could not be read: ${message}`, [{ place: 'body', reason: message }])
  }
}

/** Returns the media types of bodies that routes of this part of the service read. */
const mediaOf = (part: FastifyInstance): string =>
  readableMedia.filter((media) => part.hasContentTypeParser(media)).join(', ')

const WITHIN_A_YEAR = 'must be a time in the future, and within a year from now'

/** Texts for violated constraints of the database from whose names no text can be derived. */
const constraints: Readonly<Record<string, Refusals>> = {
  idempotency_keys_request: {
    kind: 'key-reused',
    detail: 'Idempotency-Key was used for another request; nothing was stored',
    errors: [{ place: 'Idempotency-Key', reason: 'was used for another request in the last 24 hours' }]
  },
  blogs_open: conflict('This blog is closed'),
  webhooks_limit: conflict('There are ten webhooks here already; delete one first'),
  syncs_limit: conflict('A blog has at most 50 syncs; delete one first'),
  sessions_limit: conflict('A user has at most 50 tokens; revoke one first'),
  posts_pinned: conflict('Three posts of this blog are pinned already; unpin one first'),
  posts_publish_on: badBody(`The body was refused: PublishOn ${WITHIN_A_YEAR}; nothing was stored`, [
    { place: 'PublishOn', reason: WITHIN_A_YEAR }
  ]),
  posts_author_of_blog: badBody('The body was refused; nothing was stored', [
    { place: 'Author', reason: 'is a collaborator, but not of this blog' }
  ])
}

/** PostgreSQL's error codes for violated foreign keys and unique constraints. */
const FOREIGN_KEY = '23503'
const UNIQUE = '23505'

/** Returns the texts for a violated key. Its name contains table and columns, from which the properties are derived. */
const keyRefusals = (
  { code, constraint_name: name = '', table_name: table = '' }: PlacedError,
  { method, routeOptions: { schema } }: FastifyRequest
): Refusals | undefined => {
  if (code !== FOREIGN_KEY && code !== UNIQUE) return undefined
  if (code === FOREIGN_KEY && method === 'DELETE') {
    return conflict(`This is still in use by ${table.replaceAll('_', ' ')}`)
  }
  const columns = `_${name.slice(table.length).replace(/_f?key$/, '')}_`
  const places = Object.entries(propertiesOf(schema?.body)).filter(([place]) =>
    columns.includes(`_${toColumn(place)}_`)
  )
  if (code === UNIQUE) {
    const errors = places.map(([place]) => ({ place, reason: 'is already taken' }))
    return conflict('An item with these values already exists; nothing was stored', errors)
  }
  return badBody(
    'The body was refused; nothing was stored',
    places.map(([place, schema]) => {
      const { link, key } = membersOf(schema)
      const list = String(link).replace(/\/[^/]*$/, '')
      // Links to items of the module start with the variable {Module}, so their list has no fixed address.
      const hint = list.startsWith('{') ? '' : `; GET /resources/${list}/ lists them`
      return { place, reason: `is not the ${String(key)} of any ${list.split('/').at(-1)}${hint}` }
    })
  )
}
