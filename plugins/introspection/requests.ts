/** Describes the addresses of the resource tree: what each takes, and who may. */
import type { GatewayRow } from '../../schemas/gateway.ts'
import type { InputRow, MethodRow, RequestRow } from '../../schemas/request.ts'
import { rules as rightsTable } from '../authorization/rules.ts'
import { isList } from '../resources/representation/plan.ts'
import type { Description } from '../resources/description.ts'

/** A method of an address. */
export type Seen = Pick<Description, 'path' | 'method' | 'who' | 'params' | 'documents' | 'family'>

/** The names of the links from a request to its methods, which are also the kinds of methods, by HTTP method. */
const kinds: Readonly<Record<string, 'Get' | 'Delete' | 'Insert' | 'Update'>> = {
  GET: 'Get',
  DELETE: 'Delete',
  POST: 'Insert',
  PUT: 'Update'
}

/** Requests with their methods and inputs, numbered in the order they were registered in. */
export const requestsOf = (routes: readonly Seen[], service: string) => {
  const [methods, inputs]: [MethodRow[], InputRow[]] = [[], []]
  const seen = byPath(routes.filter(({ method }) => method in kinds))
  const requests = seen.map(({ path, params, all }, index): RequestRow => {
    const request: RequestRow = { Id: index + 1, Pattern: path.slice(1) }
    for (const [at, [mark, name = '']] of [...path.matchAll(/:([^/]+)/g)].entries()) {
      const { description }: { description?: string } = { ...params[name] }
      const about = { ...(description !== undefined && { Description: description }) }
      inputs.push({ Id: inputs.length + 1, Mandatory: true, ...about, Name: `{${at + 1}}`, ForRequest: request.Id })
      request.Pattern = request.Pattern.replace(mark, `{${at + 1}}`)
    }
    for (const route of all) {
      const kind = kinds[route.method] ?? 'Get'
      request[kind] = methods.push(methodOf(route, kind, methods.length + 1, request.Id, service))
    }
    return request
  })
  return { requests, methods, inputs }
}

/** The paths, in the order of their first routes, with all routes of each. */
const byPath = (routes: readonly Seen[]) =>
  routes
    .filter(({ path }, index) => routes.findIndex((route) => route.path === path) === index)
    .map(({ path, params }) => ({ path, params, all: routes.filter((route) => route.path === path) }))

const methodOf = (
  { documents, family, who }: Seen,
  kind: string,
  Id: number,
  ForRequest: number,
  service: string
): MethodRow => {
  const [schema] = documents[200] ?? documents[201] ?? []
  const answer = schema && (isList(schema) ? schema.listWire.name : schema.wire.name)
  return {
    Id,
    ...(answer !== undefined && { APIClass: answer, APIClassDefiner: service }),
    APIDoc: `Answers ${answer ?? 'nothing but its status'}${who === undefined ? '' : `; for ${rightsTable[who].may}`}`,
    IMPL: family,
    IMPLDefiner: service,
    Name: `${kind.toLowerCase()}${answer ?? ''}`,
    Type: kind.toUpperCase(),
    ForRequest
  }
}

/** What anybody may do everywhere. */
const READING = ['GET', 'HEAD', 'OPTIONS']
const EVERYWHERE = '^resources(?:/|(?=\\.)|$)(.*)'

/** The access rules that are in force, of which the first that fits a request counts. */
export const rulesOf = (routes: readonly Seen[]): GatewayRow[] => {
  const rules = (chosen: readonly Seen[], more: GatewayRow) =>
    byPath(chosen).map(({ path, params, all }): GatewayRow => ({
      Pattern: patternOf(path, params),
      Methods: all.map(({ method }) => method),
      ...more
    }))
  return [
    ...Object.entries(rightsTable).flatMap(([name, { may }]) =>
      rules(
        routes.filter(({ who }) => who === name),
        { Who: may, Headers: ['Authorization'], Errors: [401, 403] }
      )
    ),
    ...rules(
      routes.filter(({ who, method }) => who === undefined && !READING.includes(method)),
      {}
    ),
    { Pattern: EVERYWHERE, Methods: READING },
    { Pattern: EVERYWHERE, Errors: [404, 405] }
  ]
}

const patternOf = (path: string, params: Seen['params']) => {
  const marked = path.slice(1).replace(/:([^/]+)/g, (_mark, name: string) => {
    const { type }: { type?: string } = { ...params[name] }
    return type === 'integer' ? '([0-9]+)' : '([^/]+)'
  })
  return `^${marked}/?(?:\\.\\w+)?$`
}
