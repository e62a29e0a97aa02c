/** Every address says which parameters it takes, and refuses any other. */
import fp from 'fastify-plugin'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { Type, type TProperties, type TSchema } from 'typebox'
import { Parameters, type ParameterRow } from '../schemas/parameter.ts'
import { presentationParameters } from '../schemas/language/presentation.ts'
import { convert } from '../schemas/language/conversion.ts'
import { compileWriters } from './representation/formats.ts'

const writerOf = compileWriters([Parameters], '')

/** On any GET: shows the address's parameters instead of its document (spec 4, rule 2). */
const Show = Type.Optional(Type.Literal('show', { description: 'Shows this list of parameters' }))

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route only refuses. */
    refused?: boolean
  }
}

const parameters = async (app: FastifyInstance) => {
  const closed = closedQueries()
  app.addHook('onRoute', (route) => {
    // Who is refused whatever the query says needs no check of it.
    if (route.config?.refused === true) return
    route.schema = { ...route.schema, querystring: closed(route, [route.method].flat().some((method) => method === 'GET' || method === 'HEAD')) }
  })

  app.addHook('preValidation', async (request, reply) => {
    const { query, params, choice: { format, media }, place, routeOptions: { schema } } = request
    request.query = convert(query, schema?.querystring)
    request.params = convert(params, schema?.params)
    if (!isShow(query) || (request.method !== 'GET' && request.method !== 'HEAD')) return
    // X-Filter is about the address's document, not about this one.
    request.selected = undefined
    const write = writerOf(format)
    return reply
      .type(`${media}${format.charset}`)
      .serializer((row: { items: ParameterRow[] }) => write(row, place, false))
      .send({ items: Object.entries(propertiesOf(request.routeOptions)).map(describe) })
  })
}

/**
 * Makes queries that take nothing but their own parameters and those every address takes. Routes that share a query
 * share what is made of it, and so the validator, whose compilation is most of a start.
 */
const closedQueries = () => {
  const made = new Map<unknown, TSchema>()
  const reading = new Map<unknown, TSchema>()
  return (route: RouteOptions, reads: boolean): TSchema => {
    const known = reads ? reading : made
    const query = known.get(route.schema?.querystring) ??
      Type.Object({ ...propertiesOf(route), ...presentationParameters, ...reads && { params: Show } }, { additionalProperties: false })
    known.set(route.schema?.querystring, query)
    // A HEAD route is made from what its GET has become.
    known.set(query, query)
    return query
  }
}

const propertiesOf = ({ schema }: Pick<RouteOptions, 'schema'>): TProperties => {
  const query = schema?.querystring
  return isObject(query) && isProperties(query.properties) ? query.properties : {}
}

const describe = ([name, schema]: [string, TSchema]): ParameterRow => {
  const { type, const: only, default: byDefault, minimum, maximum, description, enum: listed, anyOf }: Described = { ...schema }
  const values = only ?? listed ?? anyOf?.map((choice) => choice.const)
  return {
    Name: name,
    Type: type ?? 'string',
    ...byDefault !== undefined && { Default: String(byDefault) },
    ...minimum !== undefined && { Minimum: String(minimum) },
    ...maximum !== undefined && { Maximum: String(maximum) },
    ...values !== undefined && { Values: [values].flat().filter((value) => value !== '').join(', ') },
    ...description !== undefined && { Description: description }
  }
}

interface Described {
  type?: string, const?: unknown, enum?: unknown, anyOf?: readonly { const?: unknown }[], default?: unknown, minimum?: number, maximum?: number, description?: string
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isProperties = (value: unknown): value is TProperties => isObject(value)
const isShow = (query: unknown) => isObject(query) && query.params === 'show'

export default fp(parameters, { name: 'parameters', dependencies: ['representation'], fastify: '5.x' })
