/** The page that a browser sees after a form has changed something. */
import type { FastifyRequest } from 'fastify'
import { segmentsOf, shapeOf } from './actions.ts'
import type { Description } from './description.ts'
import { addressOf } from './page-links.ts'

/**
 * Returns the address of the nearest resource that is left: the list of an item that was deleted, or the resource that
 * was changed.
 */
export const afterWrite = (request: FastifyRequest, descriptions: readonly Description[]): string => {
  const pages = new Set(descriptions.filter(({ method }) => method === 'GET').map(({ path }) => shapeOf(path)))
  const pattern = segmentsOf(request.routeOptions.url ?? '')
  const { itemEnd, resourcesUrl } = request.context.links
  const base = resourcesUrl.replace(/\/resources\/$/, '')
  const path = segmentsOf(
    addressOf(request)
      .slice(base.length)
      .replace(/\.html$/, '')
  )
  const lastVariable = pattern.findLastIndex((segment) => segment.startsWith(':'))
  let length = request.method === 'DELETE' ? lastVariable : pattern.length
  while (length > 1 && !pages.has(shapeOf(pattern.slice(0, length).join('/')))) length -= 1
  return `${base}/${path.slice(0, length).join('/')}${itemEnd}`
}
