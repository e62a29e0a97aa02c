/** Every address says which parameters it takes, and refuses any other. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Parameters, type ParameterRow } from '../schemas/parameter.ts'
import { convert } from '../schemas/language/conversion.ts'
import { compileWriters } from './resources/representation/formats.ts'
import { membersOf } from './resources/representation/template.ts'

const writerOf = compileWriters([Parameters], '')

const parameters = async (app: FastifyInstance) => {
  app.addHook('preValidation', async (request, reply) => {
    const { query, params, context: { choice: { format, media }, place }, routeOptions: { schema, config } } = request
    request.query = convert(query, schema?.querystring)
    request.params = convert(params, schema?.params)
    if (membersOf(query).params !== 'show' || config.description?.reads !== true) return
    const write = writerOf(format)
    const isShared = request.headers.authorization === undefined
    return reply
      .header('cache-control', isShared ? 'public, max-age=300' : 'private, no-store')
      .type(`${media}${format.charset}`)
      .serializer((row: { items: ParameterRow[] }) => write(row, place, false))
      .send({ items: Object.entries(config.description?.query ?? {}).map(describe) })
  })
}

const describe = ([name, schema]: [string, TSchema]): ParameterRow => {
  const {
    type, const: only, enum: listed, anyOf, pageSize, default: byDefault = pageSize, minimum, maximum, description
  }: Described = { ...schema }
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
  type?: string
  const?: unknown
  enum?: unknown
  anyOf?: readonly { const?: unknown }[]
  default?: unknown
  pageSize?: number
  minimum?: number
  maximum?: number
  description?: string
}

export default fp(parameters, { name: 'parameters', dependencies: ['resource-tree'], fastify: '5.x' })
