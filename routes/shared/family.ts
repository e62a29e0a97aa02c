/** Parts that all route families share. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { httpErrors } from '@fastify/sensible'
import type { Row } from '../../schemas/language/rows.ts'

/** The plugin of a resource family. It registers the routes of one kind of resource, below `/resources`. */
export type Family = FastifyPluginAsyncTypebox<{ module: string }>

/**
 * Returns the item unless it is undefined.
 * @param itemName names the item in the error text: `blog 7`
 * @throws HttpError 404
 */
export const orNotFound = <T>(item: T | undefined, itemName: string): T => {
  if (item === undefined) throw httpErrors.notFound(`There is no ${itemName}`)
  return item
}

/**
 * Reads a list below an item, after it has checked that the item exists.
 * @param itemName names the item in the error text: `blog 7`
 * @throws HttpError 404
 */
export const below = async <T>(exists: Promise<boolean>, itemName: string, list: () => Promise<T>): Promise<T> => {
  orNotFound((await exists) || undefined, itemName)
  return list()
}

/** Returns the ids in references. Lists and links contain references instead of whole rows. */
export const idsOf = (references: readonly Row[]): number[] =>
  references.flatMap(({ Id }) => (typeof Id === 'number' ? [Id] : []))

/** Returns whether a value of a path parameter is an id or a key. */
export const isKey = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'
