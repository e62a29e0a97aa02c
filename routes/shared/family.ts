/** Parts that all route families share. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { httpErrors } from '@fastify/sensible'

/** The plugin of a resource family. It registers the routes of one kind of resource, below `/resources`. */
export type Family = FastifyPluginAsyncTypebox<{ module: string }>

/**
 * Returns the item unless it is undefined or false.
 * @param itemName names the item in the error text: `blog 7`
 * @throws HttpError 404
 */
export const orNotFound = <T>(item: T | undefined | false, itemName: string): T => {
  if (item === undefined || item === false) throw httpErrors.notFound(`There is no ${itemName}`)
  return item
}
