/** Describes the addresses of the resource tree: what each takes, and who may. */
import type { GatewayRow } from '../../schemas/gateway.ts'
import type { InputRow, MethodRow, RequestRow } from '../../schemas/request.ts'
import { isList } from '../resources/representation/plan.ts'
import type { Description } from '../resources/description.ts'

/** A method of an address. */
export type Seen = Pick<Description, 'path' | 'method' | 'guarded' | 'params' | 'documents' | 'family'>

const answerOf = ({ documents }: Seen): string | undefined => {
  const [schema] = documents[200] ?? documents[201] ?? []
  return schema && (isList(schema) ? schema.listWire.name : schema.wire.name)
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
    for (const [at, name] of names.entries()) inputs.push(inputOf(inputs.length + 1, `{${at + 1}}`, descriptionOf(first.params[name]), request.Id))
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

const methodOf = (seen: Seen, kind: string, Id: number, ForRequest: number, service: string): MethodRow => {
  const { family, guarded } = seen
  const answer = answerOf(seen)
  return {
    Id,
    ...answer !== undefined && { APIClass: answer, APIClassDefiner: service },
    APIDoc: `${answer === undefined ? 'Answers nothing but its status' : `Answers ${answer}`}${guarded ? '; needs a valid session' : ''}`,
    IMPL: family,
    IMPLDefiner: service,
    Name: `${kind.toLowerCase()}${answer ?? ''}`,
    Type: kind.toUpperCase(),
    ForRequest
  }
}

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

const patternOf = ({ path, params }: Seen) => {
  const segments = path.slice(1).split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment
    return isInteger(params[segment.slice(1)]) ? '([0-9]+)' : '([^/]+)'
  })
  return `^${segments.join('/')}/?(?:\\.\\w+)?$`
}

const isInteger = (schema: object | undefined) => schema !== undefined && Reflect.get(schema, 'type') === 'integer'
const descriptionOf = (schema: object | undefined) => {
  const { description }: { description?: string } = { ...schema }
  return description
}
