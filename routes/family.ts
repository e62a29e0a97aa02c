/** What every family of routes has in common. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { httpErrors } from '@fastify/sensible'

/** A family: the routes of one kind of resource, below `/resources`. */
export type Family = FastifyPluginAsyncTypebox<{ module: string }>

/**
 * What was looked for, if it was found.
 * @param what names it, for the client: `blog 7`
 * @throws HttpError 404
 */
export const found = <T>(item: T | undefined, what: string): T => {
  if (item === undefined) throw httpErrors.notFound(`There is no ${what}`)
  return item
}

/**
 * A list below an item, if there is such an item.
 * @throws HttpError 404
 */
export const below = async <T>(exists: Promise<boolean>, what: string, list: () => Promise<T>): Promise<T> => {
  if (!await exists) throw httpErrors.notFound(`There is no ${what}`)
  return list()
}
