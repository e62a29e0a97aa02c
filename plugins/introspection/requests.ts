/** Describes the addresses of the resource tree: what each takes, and who may. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { GatewayRow } from '../../schemas/gateway.ts'
import type { InputRow, MethodRow, RequestRow } from '../../schemas/request.ts'
import { isDocument, isList } from '../representation/plan.ts'

/** A method of an address as it was registered. */
export interface Seen {
  readonly path: string
  readonly method: string
  /** Descriptions and types of its path parameters. */
  readonly parameters: Readonly<Record<string, { type: string, description: string | undefined }>>
  /** Whether it needs a session. */
  readonly guarded: boolean
  /** The document it answers, if it answers one. */
  readonly answer: string | undefined
  readonly plugin: string
}

/** What a route is, one entry a method. @param context the instance it was registered in */
export const seen = (context: FastifyInstance, { path, method, schema, onRequest, preValidation, preHandler }: RouteOptions & { path: string }): Seen[] => {
  const hooks: unknown[] = [onRequest, preValidation, preHandler].flat()
  return [method].flat().map((name) => ({
    path: path.replace(/\/$/, ''),
    method: name,
    parameters: parametersIn(schema?.params),
    guarded: context.hasDecorator('authorize') && hooks.includes(context.authorize),
    answer: answerIn(schema?.response),
    plugin: context.pluginName
  }))
}

const parametersIn = (params: unknown): Seen['parameters'] => {
  if (!isObject(params) || !isObject(params.properties)) return {}
  return Object.fromEntries(Object.entries(params.properties).map(([name, property]) => [name, {
    type: isObject(property) ? String(property.type) : 'string',
    description: isObject(property) && typeof property.description === 'string' ? property.description : undefined
  }]))
}

const answerIn = (response: unknown): string | undefined => {
  if (!isObject(response)) return undefined
  const document = response[200] ?? response[201]
  const [schema] = isObject(document) && Array.isArray(document.anyOf) ? document.anyOf : [document]
  if (!isDocument(schema)) return undefined
  return isList(schema) ? schema.listWire.name : schema.wire.name
}

/** The names of the links from a request to its methods, which are also the kinds of methods, by HTTP method. */
const kinds: Readonly<Record<string, 'Get' | 'Delete' | 'Insert' | 'Update'>> = { GET: 'Get', DELETE: 'Delete', POST: 'Insert', PUT: 'Update' }

/** Requests with their methods and inputs, numbered in the order they were registered in. */
export const requestsOf = (routes: readonly Seen[], service: string): { requests: RequestRow[], methods: MethodRow[], inputs: InputRow[] } => {
  const methods: MethodRow[] = []
  const inputs: InputRow[] = []
  const requests = byPath(routes.filter(({ method }) => method in kinds)).map(([first, ...others], index): RequestRow => {
    const { pattern, names } = marksOf(first.path)
    const request = { Id: index + 1, Pattern: pattern }
    for (const [at, name] of names.entries()) inputs.push(inputOf(inputs.length + 1, `{${at + 1}}`, first.parameters[name]?.description, request.Id))
    return [first, ...others].reduce<RequestRow>((row, route) => {
      const kind = kinds[route.method]
      if (kind === undefined) return row
      methods.push(methodOf(route, kind, methods.length + 1, request.Id, service))
      return { ...row, [kind]: methods.length }
    }, request)
  })
  return { requests, methods, inputs }
}

/** Routes of one path together, in the order of the first of each. */
const byPath = (routes: readonly Seen[]): (readonly [Seen, ...Seen[]])[] => {
  const groups = new Map<string, [Seen, ...Seen[]]>()
  for (const route of routes) {
    const group = groups.get(route.path)
    if (group === undefined) groups.set(route.path, [route])
    else if (group.every(({ method }) => method !== route.method)) group.push(route)
  }
  return [...groups.values()]
}

const inputOf = (Id: number, Name: string, Description: string | undefined, ForRequest: number): InputRow =>
  ({ Id, Mandatory: true, ...Description !== undefined && { Description }, Name, ForRequest })

const methodOf = ({ answer, plugin, guarded }: Seen, kind: string, Id: number, ForRequest: number, service: string): MethodRow => ({
  Id,
  ...answer !== undefined && { APIClass: answer, APIClassDefiner: service },
  APIDoc: `${answer === undefined ? 'Answers nothing but its status' : `Answers ${answer}`}${guarded ? '; needs a valid session' : ''}`,
  IMPL: plugin,
  IMPLDefiner: service,
  Name: `${kind.toLowerCase()}${answer ?? ''}`,
  Type: kind.toUpperCase(),
  ForRequest
})

/** A path with its parameters as `{1}`, `{2}`, and their names. */
const marksOf = (path: string): { pattern: string, names: string[] } => {
  const names: string[] = []
  const segments = path.slice(1).split('/').map((segment) => segment.startsWith(':') ? `{${names.push(segment.slice(1))}}` : segment)
  return { pattern: segments.join('/'), names }
}

/** What anybody may do everywhere. */
const READING = ['GET', 'HEAD', 'OPTIONS']
const EVERYWHERE = '^resources(?:/|(?=\\.)|$)(.*)'

/** The access rules that are in force, of which the first that fits a request counts. */
export const rulesOf = (routes: readonly Seen[]): GatewayRow[] => {
  const rule = (chosen: readonly Seen[], more: GatewayRow): GatewayRow[] => byPath(chosen).map(([first, ...others]) => (
    { Pattern: patternOf(first), Methods: [first, ...others].map(({ method }) => method), ...more }))
  return [
    ...rule(routes.filter(({ guarded }) => guarded), { Headers: ['Authorization'], Errors: [401] }),
    ...rule(routes.filter(({ guarded, method }) => !guarded && !READING.includes(method)), {}),
    { Pattern: EVERYWHERE, Methods: READING },
    { Pattern: EVERYWHERE, Errors: [404, 405] }
  ]
}

const patternOf = ({ path, parameters }: Seen) => {
  const segments = path.slice(1).split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment
    return parameters[segment.slice(1)]?.type === 'integer' ? '([0-9]+)' : '([^/]+)'
  })
  return `^${segments.join('/')}/?(?:\\.\\w+)?$`
}

const isObject = (value: unknown): value is Record<string | number, unknown> => typeof value === 'object' && value !== null
