/** Describes the addresses of the resource tree, with their methods, inputs and access rules. */
import type { GatewayRow } from '../../schemas/gateway.ts'
import type { InputRow, MethodRow, RequestRow } from '../../schemas/request.ts'
import { rules as rightsTable } from '../authorization/rules.ts'
import { isList, keywordsOf } from '../../schemas/language/keywords.ts'
import type { Description } from '../resources/description.ts'

/** The properties of a route that its requests are described from. */
export type RequestRoute = Pick<Description, 'path' | 'method' | 'who' | 'params' | 'schemas' | 'family'>

/** Kinds of methods by HTTP method. A request links to its methods under these names. */
const kinds: Readonly<Record<string, 'Get' | 'Delete' | 'Insert' | 'Update'>> = {
  GET: 'Get',
  DELETE: 'Delete',
  POST: 'Insert',
  PUT: 'Update'
}

/**
 * Returns requests, their methods and their inputs, numbered in order of registration.
 * @param service name of the package that defines them
 */
export const requestsOf = (routes: readonly RequestRoute[], service: string) => {
  const [methods, inputs]: [MethodRow[], InputRow[]] = [[], []]
  const paths = byPath(routes.filter(({ method }) => method in kinds))
  const requests = paths.map(({ path, params, pathRoutes }, index): RequestRow => {
    const request: RequestRow = { Id: index + 1, Pattern: path.slice(1) }
    for (const [inputIndex, [placeholder, name = '']] of [...path.matchAll(/:([^/]+)/g)].entries()) {
      const { description } = keywordsOf(params[name])
      const Name = `{${inputIndex + 1}}`
      const about = { ...(description !== undefined && { Description: description }) }
      inputs.push({ Id: inputs.length + 1, Mandatory: true, ...about, Name, ForRequest: request.Id })
      request.Pattern = request.Pattern.replace(placeholder, Name)
    }
    for (const route of pathRoutes) {
      const kind = kinds[route.method] ?? 'Get'
      request[kind] = methods.push(methodOf(route, kind, methods.length + 1, request.Id, service))
    }
    return request
  })
  return { requests, methods, inputs }
}

/** Groups routes by path, in the order of each path's first route. */
const byPath = (routes: readonly RequestRoute[]) =>
  routes
    .filter(({ path }, index) => routes.findIndex((route) => route.path === path) === index)
    .map(({ path, params }) => ({ path, params, pathRoutes: routes.filter((route) => route.path === path) }))

const methodOf = (
  { schemas: [schema], family, who }: RequestRoute,
  kind: string,
  Id: number,
  ForRequest: number,
  service: string
): MethodRow => {
  const users = who === undefined ? '' : `; for ${rightsTable[who].may}`
  const documentName = schema && (isList(schema) ? schema.listWire.name : schema.wire.name)
  return {
    Id,
    ...(documentName !== undefined && { APIClass: documentName, APIClassDefiner: service }),
    APIDoc: `Answers ${documentName ?? 'nothing but its status'}${users}`,
    IMPL: family,
    IMPLDefiner: service,
    Name: `${kind.toLowerCase()}${documentName ?? ''}`,
    Type: kind.toUpperCase(),
    ForRequest
  }
}

/** Methods that everybody may use on all addresses. */
const READ_METHODS = ['GET', 'HEAD', 'OPTIONS']
/** Matches every address of the resource tree. */
const ANY_RESOURCE = '^resources(?:/|(?=\\.)|$)(.*)'

/** Returns the access rules in force. The first one that matches a request applies. */
export const rulesOf = (routes: readonly RequestRoute[]): GatewayRow[] => {
  const rules = (selectedRoutes: readonly RequestRoute[], more: GatewayRow) =>
    byPath(selectedRoutes).map(({ path, params, pathRoutes }): GatewayRow => ({
      Pattern: patternOf(path, params),
      Methods: pathRoutes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
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
      routes.filter(({ who, method }) => who === undefined && !READ_METHODS.includes(method)),
      {}
    ),
    { Pattern: ANY_RESOURCE, Methods: READ_METHODS },
    { Pattern: ANY_RESOURCE, Errors: [404, 405] }
  ]
}

const patternOf = (path: string, params: RequestRoute['params']) => {
  const pattern = path.slice(1).replace(/:([^/]+)/g, (_placeholder, name: string) => {
    const { type } = keywordsOf(params[name])
    return type === 'integer' ? '([0-9]+)' : '([^/]+)'
  })
  return `^${pattern}/?(?:\\.\\w+)?$`
}
