/** Makes pages for people: the fragment that the HTML writer wrote, with its surroundings. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ResourcePage } from '../pages/resource.tsx'
import { actions } from './actions.ts'
import type { Description } from './description.ts'
import { type DocumentSchema, isList, isModel } from '../../schemas/language/keywords.ts'
import { filterFields } from './forms.ts'
import type { PageLink } from './documents.ts'
import { addressOf, searchOf } from './context.ts'
import { readableShapes, requestSegments, segmentsOf, shapeOf } from './paths.ts'
import { formats, isPage } from '../formats.ts'
import { loginAddress } from '../origin/browsers.ts'
import { capital, nounOf, targetOf } from '../words.ts'
import { Parameters } from '../../schemas/parameter.ts'
import { labelOf } from '../representation/html.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { readersOf } from '../pages/addresses.ts'

/** The contents of a page. */
export interface PageContents {
  readonly fragment: string
  readonly row: Row
  /** The schema of the document. */
  readonly schema: DocumentSchema | undefined
  readonly links: readonly PageLink[]
}

/** Makes the page of a request. */
export type PageOf = (request: FastifyRequest, contents: PageContents) => Promise<string>

export const pages = (app: FastifyInstance): PageOf => {
  const actionsOf = actions(app)

  const crumbsOf = (request: FastifyRequest, base: string, end: string): ResourcePage['crumbs'] => {
    const readable = readableShapes(app.descriptions)
    const names = segmentsOf(request.routeOptions.url ?? '')
    const segments = requestSegments(request)
    return segments.map((segment, index) => {
      const isReadable = readable.has(shapeOf(names.slice(0, index + 1).join('/')))
      const href = `${base}/${segments.slice(0, index + 1).join('/')}${end}`
      const text = index === 0 ? 'Resources' : decodeURIComponent(segment)
      return { text, href: isReadable && index < segments.length - 1 ? href : undefined }
    })
  }

  return async (request, { fragment, row, schema, links }) => {
    const { resourcePage } = await import('../pages/resource.tsx')
    const frame = app.pages.frame(request)
    const { base } = frame
    const { context, originalUrl, query, routeOptions } = request
    const { choice } = context
    const end = choice.extension === undefined ? '' : `.${choice.extension}`
    const address = addressOf(request).replace(/\.html$/, '')
    const search = searchOf(originalUrl)
    const user = request.origin.isBrowserSession ? await app.authorization.sessionOf(request) : undefined
    // The list of parameters does not show the item, so forms would have no values.
    const isActive = user !== undefined && membersOf(query).params !== 'show'
    const here = address.slice(base.length) + end + search
    return resourcePage({
      ...frame,
      ...titleOf(schema, row, segmentsOf(request.routeOptions.url ?? ''), requestSegments(request)),
      crumbs: crumbsOf(request, base, end),
      alternates: formats
        .filter((format) => !isPage({ format }))
        .map(({ extension, media: [media] }) => ({
          name: extension.toUpperCase(),
          media,
          href: `${address}.${extension}${search}`
        })),
      live: isModel(schema) ? readersOf(schema, row, base)?.page : undefined,
      pager: links,
      fragment,
      properties: schema === undefined ? [] : propertiesOf(schema, request),
      filters: filtersOf(routeOptions.config.description, schema, address, end, membersOf(query)),
      actions: !isActive ? [] : await actionsOf(request, user, { address, end, row }),
      user: user?.Name,
      login: loginAddress(base, here),
      logout: `${base}/logout`
    })
  }
}

/**
 * Returns the title of a page, and the line above it: the items that a list belongs to, or the kind and key of an item.
 * @param pattern segments of the route's path, of which `path` has the values
 */
const titleOf = (
  schema: DocumentSchema | undefined,
  row: Row,
  pattern: readonly string[],
  path: readonly string[]
): Pick<ResourcePage, 'title' | 'kicker' | 'isDraft'> => {
  const variables = pattern.flatMap((segment, index) => (segment.startsWith(':') ? [index] : []))
  const items = variables.map(
    (index) => `${capital(nounOf(path[index - 1] ?? ''))} ${decodeURIComponent(path[index] ?? '')}`
  )
  if (schema === undefined || schema === Parameters) {
    return { title: 'Parameters', kicker: items.join(', '), isDraft: false }
  }
  if (isList(schema)) {
    const title = capital(
      targetOf(
        pattern
          .slice(1)
          .join('/')
          .replace(/:(\w+)/g, '{$1}')
      )
    )
    return { title, kicker: items.join(', '), isDraft: false }
  }
  const { name, draftUnless } = schema.wire
  const label = labelOf(row)
  const item = pattern.at(-1)?.startsWith(':') === true ? (items.at(-1) ?? '') : capital(nounOf(name))
  const isDraft = draftUnless !== undefined && row[draftUnless] === false
  return { ...(label === undefined ? { title: item, kicker: '' } : { title: label, kicker: item }), isDraft }
}

/** Returns the properties that a document shows, with their descriptions. */
const propertiesOf = (schema: DocumentSchema, { context: { filter } }: FastifyRequest): ResourcePage['properties'] => {
  const { properties, wire } = isList(schema) ? schema.listWire.child.model : schema
  const selectedNames = new Set(filter.split(/[,.]/))
  const isShown = (name: string) =>
    selectedNames.has(name) ||
    selectedNames.has('*') ||
    ((!isList(schema) || filter === '') && !wire.onRequest.includes(name))
  return Object.entries(properties).flatMap(([name, property]) => {
    const { description, unfilled } = membersOf(property)
    return isShown(name) && unfilled !== true && typeof description === 'string' ? [{ name, description }] : []
  })
}

const filtersOf = (
  description: Description | undefined,
  schema: DocumentSchema | undefined,
  address: string,
  end: string,
  values: Row
): ResourcePage['filters'] => {
  if (description?.reads !== true || schema === undefined || !isList(schema)) return undefined
  const fields = filterFields(description.query, values)
  const action = address + end
  return fields.length === 0
    ? undefined
    : {
        form: { id: 'filter', title: 'Filter and order', method: 'get', action, fields, button: 'Apply' },
        all: `${action}?params=show`
      }
}
