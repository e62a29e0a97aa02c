/** Paths of routes and of requests, by their segments. */
import type { FastifyRequest } from 'fastify'
import type { Description } from './description.ts'
import { addressOf } from './context.ts'
import type { Row } from '../../schemas/language/rows.ts'

export const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')

/** Returns a path with the names of its parameters removed. */
export const shapeOf = (path: string): string =>
  segmentsOf(path)
    .map((segment) => (segment.startsWith(':') ? ':' : segment))
    .join('/')

/** Returns the segments of a request's path below the base URL, without the extension of pages. */
export const requestSegments = (request: FastifyRequest): readonly string[] =>
  segmentsOf(
    addressOf(request)
      .slice(request.context.links.base.length)
      .replace(/\.html$/, '')
  )

const shapes = new WeakMap<readonly Description[], ReadonlySet<string>>()

/** Returns the shapes of all paths that can be read, collected once. Call it when all routes are registered. */
export const readableShapes = (descriptions: readonly Description[]): ReadonlySet<string> => {
  const cached = shapes.get(descriptions)
  if (cached !== undefined) return cached
  const readable = new Set(descriptions.filter(({ reads }) => reads).map(({ path }) => shapeOf(path)))
  shapes.set(descriptions, readable)
  return readable
}

/**
 * Returns the address where the browser goes after a form, if the form says so.
 * @param row the item that the form has made, whose id takes the place of `{Id}`
 */
export const wayBack = (
  { origin: { back }, context: { links } }: FastifyRequest,
  { Id = '' }: Row = {}
): string | undefined => (back === undefined ? undefined : links.base + back.replace('%7BId%7D', String(Id)))

/**
 * Returns the address of the nearest resource that is left: the list of an item that was deleted, or the resource that
 * was changed.
 */
export const afterWrite = (request: FastifyRequest, descriptions: readonly Description[]): string => {
  const pages = readableShapes(descriptions)
  const pattern = segmentsOf(request.routeOptions.url ?? '')
  const { links } = request.context
  const lastVariable = pattern.findLastIndex((segment) => segment.startsWith(':'))
  let length = request.method === 'DELETE' ? lastVariable : pattern.length
  while (length > 1 && !pages.has(shapeOf(pattern.slice(0, length).join('/')))) length -= 1
  return `${links.base}/${requestSegments(request).slice(0, length).join('/')}${links.itemEnd}`
}
