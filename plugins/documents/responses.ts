/** Responses in the OpenAPI document: those of an operation that succeeds, and the problems that it can meet. */
import { isList, type DocumentSchema } from '../../schemas/language/keywords.ts'
import { problemKinds } from '../../schemas/problem.ts'
import { formats } from '../formats.ts'
import { comparesVersion, takesKey } from './headers.ts'
import { isResource, type Operation } from './operations.ts'
import type { Json } from './wire.ts'

/**
 * Returns the successful responses of an operation.
 * @param schemaOf returns the reference to the schema of a document
 */
export const successResponses = (operation: Operation, schemaOf: (document: DocumentSchema) => Json): Json => {
  if (!isResource(operation)) return { 200: { description: 'Success, see the summary' } }
  const { status, schemas, streams } = operation
  const [first, ...others] = schemas.map(schemaOf)
  if (first === undefined) return { 204: { description: 'Success, without content' } }
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] }
  const isNew = status === 201
  return {
    ...(operation.reads && { 304: { description: 'The document has the ETag that If-None-Match names' } }),
    [status]: {
      description: isNew ? 'The new item' : operation.reads ? READ : 'The document',
      headers: { ...responseHeaders(operation), ...(isNew && { Location: LOCATION }) },
      content: {
        ...Object.fromEntries(formats.map(({ media: [name] }) => [name, { schema: schemaIn(name, schema) }])),
        ...(streams && { 'text/event-stream': EVENTS })
      }
    }
  }
}

/** Returns the schema of a document in a media type. Pages are for people, so their structure is not described. */
const schemaIn = (media: string, schema: Json | undefined): Json =>
  media === 'text/html' || schema === undefined ? { type: 'string' } : schema

const READ = 'The document or, with params=show, the parameters of this address'

const LOCATION = {
  description: 'Address of the new item; absent if it has none',
  schema: { type: 'string', format: 'uri' }
}

const EVENTS = {
  schema: {
    type: 'string',
    description:
      'Server-sent events. The id of an event is a change number, its data is the changed item. The first event has ' +
      'only an id. Comments keep the connection open'
  }
}

/** Returns the headers of an operation's successful responses. */
const responseHeaders = ({ list }: Operation) => ({ ETag: ETAG, ...(list !== undefined && { Link: LINK }) })

const ETAG = {
  description: 'Version of the document, for If-None-Match and If-Match; absent if a write has none to name',
  schema: { type: 'string' }
}

const LINK = {
  description: 'Addresses of other pages (rel="next", rel="prev") and of readers’ pages',
  schema: { type: 'string' }
}

/** Returns the statuses of the problem documents that an operation can respond with. */
export const statusesOf = (operation: Operation): number[] => {
  const lists = operation.schemas.filter(isList)
  return [
    ...(isResource(operation) ? [400, 406] : []),
    ...(Object.keys(operation.params).length > 0 || !isResource(operation) ? [404] : []),
    ...(operation.method === 'GET' ? [] : [401]),
    ...(lists.some(({ properties }) => 'lastCId' in properties) ? [410] : []),
    ...(operation.who === undefined ? [] : [403, 409]),
    ...(operation.body === undefined && !operation.takesFile ? [] : [413, 415]),
    ...(comparesVersion(operation) ? [412] : []),
    ...(takesKey(operation) ? [422] : []),
    ...(isRationed(operation) ? [429] : []),
    500,
    503
  ]
    .filter((status) => kindsOf(status).length > 0)
    .sort((one, other) => one - other)
}

/** Returns whether an operation limits how often, or how many times at once, a client may use it. */
const isRationed = ({ takesFile, body, who, streams }: Operation) =>
  takesFile || streams || (body !== undefined && who === undefined)

/** Returns the response that describes all kinds of problems with a status. */
export const problemResponse = (status: number, schema: Json): Json => ({
  description: kindsOf(status)
    .map(([, { title, explanation }]) => `${title}. ${explanation}`)
    .join('\n\n'),
  ...(RETRIED.includes(status) && { headers: { 'Retry-After': RETRY_AFTER } }),
  content: Object.fromEntries(formats.map(({ problem }) => [problem, { schema: schemaIn(problem, schema) }]))
})

/** Statuses of responses that say when to repeat the request. */
const RETRIED: readonly number[] = [429, 503]

/** Returns the kinds of problems with a status, with their names. */
export const kindsOf = (status: number) => Object.entries(problemKinds).filter(([, kind]) => kind.status === status)

/** Description of the header of responses that say when to repeat the request. */
const RETRY_AFTER = { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } }
