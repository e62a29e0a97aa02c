/** The page that a browser sees after a form has changed something. */
import type { FastifyRequest } from 'fastify'
import type { Description } from './description.ts'
import { readableShapes, requestSegments, segmentsOf, shapeOf } from './paths.ts'
import { baseOfLinks } from '../representation/template.ts'

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
  return `${baseOfLinks(links)}/${requestSegments(request).slice(0, length).join('/')}${links.itemEnd}`
}
