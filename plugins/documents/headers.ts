/** Headers of requests in the OpenAPI document, but those that parameters stand for. */
import { Type, type TProperties } from 'typebox'
import { isResource, type Operation } from './operations.ts'

/** Tells whether an operation is refused with 412 if If-Match names another version than that of the item. */
export const comparesVersion = (operation: Operation): boolean =>
  isResource(operation) && !operation.reads && (operation.method !== 'POST' || 'postId' in operation.params)

/** Tells whether an operation is refused with 422 if another one has used its Idempotency-Key. */
export const takesKey = (operation: Operation): boolean =>
  isResource(operation) && (operation.method === 'POST' || (operation.method === 'PUT' && operation.body !== undefined))

/** Returns the headers of an operation's requests. */
export const requestHeaders = (operation: Operation): TProperties => ({
  ...(isResource(operation) && operation.reads && { 'If-None-Match': IF_NONE_MATCH }),
  ...(operation.streams && { 'Last-Event-ID': LAST_EVENT_ID }),
  ...(comparesVersion(operation) && { 'If-Match': IF_MATCH }),
  ...(takesKey(operation) && { 'Idempotency-Key': IDEMPOTENCY_KEY })
})

const IF_NONE_MATCH = Type.String({ description: 'ETag of the document that you have: 304 if it is unchanged' })

const LAST_EVENT_ID = Type.String({ description: 'Id of the last event that you received: a stream goes on after it' })

const IF_MATCH = Type.String({
  description:
    'ETag of the item that you have read: 412 if it has changed since. Ignored where the request changes no item, ' +
    'such as the assignment of a role'
})

const IDEMPOTENCY_KEY = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    'A new text for each request: within 24 hours, a repeated request with the same text has no second effect. ' +
    'Ignored by logins, passwords, new secrets and messages of webhooks, and parked changes'
})
