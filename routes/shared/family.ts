/** What every family of routes has in common. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { httpErrors } from '@fastify/sensible'
import type { Row } from '../../plugins/resources/representation/template.ts'

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

/** References that a list or a link has made, as the ids they hold. */
export const idsOf = (references: readonly Row[]): number[] => references.flatMap(({ Id }) => typeof Id === 'number' ? [Id] : [])

/** References that a list or a link has made, as the keys they hold. */
export const keysOf = (references: readonly Row[]): string[] => references.flatMap(({ Key }) => typeof Key === 'string' ? [Key] : [])
