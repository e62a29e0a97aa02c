/** The parts that all families of routes share. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { httpErrors } from '@fastify/sensible'
import type { Row } from '../../plugins/resources/representation/template.ts'

/** A family: the routes of one kind of resource, below `/resources`. */
export type Family = FastifyPluginAsyncTypebox<{ module: string }>

/**
 * Returns an item that exists.
 * @param what names it, for the client: `blog 7`
 * @throws HttpError 404
 */
export const orNotFound = <T>(item: T | undefined, what: string): T => {
  if (item === undefined) throw httpErrors.notFound(`There is no ${what}`)
  return item
}

/**
 * Lists what lies below an item that exists.
 * @throws HttpError 404
 */
export const below = async <T>(exists: Promise<boolean>, what: string, list: () => Promise<T>): Promise<T> => {
  if (!(await exists)) throw httpErrors.notFound(`There is no ${what}`)
  return list()
}

/** Returns the ids in references, which lists and links hold instead of rows. */
export const idsOf = (references: readonly Row[]): number[] =>
  references.flatMap(({ Id }) => (typeof Id === 'number' ? [Id] : []))

/** Returns the keys in references, which lists and links hold instead of rows. */
export const keysOf = (references: readonly Row[]): string[] =>
  references.flatMap(({ Key }) => (typeof Key === 'string' ? [Key] : []))
