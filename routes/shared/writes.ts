/**
 * Creates and changes items, for all families: a request with an Idempotency-Key has its effect once, however often it
 * is sent, and If-Match protects against lost updates (RFC 9110, section 13.1.1).
 */
import { hash } from 'node:crypto'
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../db/client.ts'
import { madeBy, type AnonymousAttempt, type Attempt } from '../../db/records.ts'
import { withoutGate, type Gate } from '../../plugins/database/gate.ts'
import { refuseParameter } from '../../plugins/refusals.ts'
import { versionTag } from '../../plugins/resources/documents.ts'
import { isXmlText } from '../../schemas/language/lexical.ts'

/** Maximum length of an Idempotency-Key, in characters. */
const MAX_KEY = 255
/** Maximum number of tries of a change while other requests change the same item. */
const MAX_TRIES = 5

/** The parts of a request that decide whether and how its write is carried out. */
export type WriteRequest = Pick<FastifyRequest, 'body' | 'headers' | 'method' | 'params' | 'routeOptions' | 'user'>

/** The steps of creating an item. */
export interface Creation<Item> {
  /** Throws an error for a body that is wrong in a way that its schema cannot express. */
  readonly check?: () => Promise<unknown>
  /** Inserts the item. If another request with the same key was first, it returns the item of that request. */
  readonly insert: (attempt: Attempt) => Promise<Item>
  /** Returns the item with an id. @throws HttpError 404 */
  readonly read: (id: number) => Promise<Item>
  /** Replaces the body in the digest of the request where the body is not parsed, as in uploads. */
  readonly content?: unknown
}

/** The steps of changing or deleting an item. */
export interface Change<Item> {
  /** The name of such an item in error texts: `post`. */
  readonly itemName: string
  /**
   * Reads the item as it is now.
   * @param lastRead the item as it was read before; its address may have changed since
   * @throws HttpError 404
   */
  readonly read: (lastRead?: Item) => Promise<Item>
  readonly versionOf: (item: Item) => number
  /** Throws HttpError 403 unless the user may change the item in its state. */
  readonly authorize?: (item: Item) => Promise<void>
  /** Returns why the state of the item does not allow the change; undefined if it does. */
  readonly refusal?: (item: Item) => string | undefined
  /**
   * Changes the item.
   * @param version the version that it must still have; null stands for any
   * @returns the item as it is then; undefined if another request has changed it since it was read
   */
  readonly run: (item: Item, version: number | null, attempt: Attempt) => Promise<Item | undefined>
}

/**
 * Returns the functions by which routes create and change items.
 * @param inGate runs each read, for routes whose handler does not run in a gate: those that receive files
 */
export const writes = (sql: Sql, inGate: Gate = withoutGate) => ({
  /** Returns the id of the item that an earlier attempt of a request has made; undefined if this is the first one. */
  madeBefore: (request: WriteRequest) => madeByAttempt(sql, attemptOf(request)),

  /** Creates an item, or returns the one that an earlier attempt of the request has created. */
  async create<Item>(request: WriteRequest, { check, insert, read, content }: Creation<Item>): Promise<Item> {
    const attempt = attemptOf(request, content)
    const existing = await inGate(async () => {
      const existingId = await madeByAttempt(sql, attempt)
      if (existingId !== undefined) return { item: await read(existingId) }
      await check?.()
      return undefined
    })
    if (existing !== undefined) return existing.item
    return insert(attempt)
  },

  /**
   * Changes an item if it has the version that If-Match names. If another request changes the item at the same time,
   * it is read and checked again.
   * @throws HttpError 403, 404, 409 or 412
   */
  async alter<Item extends object>(request: WriteRequest, change: Change<Item>): Promise<Item> {
    const { itemName, read, versionOf, authorize, refusal, run } = change
    const { 'if-match': condition } = request.headers
    const attempt = attemptOf(request)
    let item: Item | undefined
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      item = await read(item)
      await authorize?.(item)
      // The first attempt may have been carried out since the item was read.
      if ((await madeByAttempt(sql, attempt)) !== undefined) return read(item)
      const version = versionOf(item)
      // A precondition does not count if the request would be refused without it (RFC 9110, section 13.2.1).
      const reason = refusal?.(item)
      if (reason !== undefined) throw httpErrors.conflict(reason)
      if (!isMatchingVersion(condition, version)) throw staleVersion(itemName, item, version)
      const result = await run(item, condition === undefined ? null : version, attempt)
      if (result !== undefined) return result
    }
    throw httpErrors.conflict(`Others are changing this ${itemName}; try again`)
  }
})

/** Returns the id of the item that an earlier attempt has created or changed. Only a key tells which that is. */
const madeByAttempt = async (sql: Sql, attempt: Attempt) =>
  attempt.key === null ? undefined : await madeBy(sql, attempt)

/**
 * Returns whether `If-Match` allows a change: it is absent, `*`, or names the current version (RFC 9110, section
 * 13.1.1). Only the version in an entity tag counts, because a client that sends JSON may have read XML.
 */
const isMatchingVersion = (condition: string | undefined, version: number): boolean =>
  condition === undefined ||
  condition.trim() === '*' ||
  condition.split(',').some((tag) => /^\s*(?:W\/)?"(\d+)(?:-[^"]*)?"\s*$/.exec(tag)?.[1] === String(version))

/** Returns the error 412, with the version as its ETag, and the item for the page that shows a refused form again. */
const staleVersion = (itemName: string, item: object, version: number) =>
  httpErrors.createError(412, `This ${itemName} has been changed since the version that If-Match names`, {
    headers: { etag: versionTag(version) },
    item
  })

/**
 * Returns the Idempotency-Key and the digest of a user's request.
 * @param content replaces the body in the digest where the body is not parsed: the name and digest of an uploaded file
 * @throws HttpError 400 when the key is empty, longer than 255 characters, or has control characters
 */
export const attemptOf = (request: WriteRequest, content: unknown = request.body): Attempt => ({
  user: request.user.Id,
  ...anonymousAttemptOf(request, content)
})

/**
 * Returns the Idempotency-Key and the digest of a request that needs no session.
 * @throws HttpError 400 when the key is empty, longer than 255 characters, or has control characters
 */
export const anonymousAttemptOf = (
  { body, headers, method, params, routeOptions: { url } }: Omit<WriteRequest, 'user'>,
  content: unknown = body
): AnonymousAttempt => {
  const { 'idempotency-key': header } = headers
  const key = header === undefined ? null : String(header)
  if (key !== null && (key === '' || key.length > MAX_KEY || !isXmlText(key))) {
    refuseParameter('Idempotency-Key', `must have 1 to ${MAX_KEY} characters, and no control characters`)
  }
  // The digest is only compared for requests with a key, and most have none.
  return { key, request: key === null ? '' : digestOf([method, url, params, content]) }
}

/** Returns the digest of a request without its password: it is stored, and guesses could be tried on it fast. */
const digestOf = (parts: readonly unknown[]): string => {
  const text = JSON.stringify(parts, (name, value: unknown) => (name === 'Password' ? undefined : value))
  return hash('sha256', text, 'base64url')
}
