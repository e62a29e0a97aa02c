/** Parses queries, converts parameters, and answers `params=show` with the list of an address's parameters. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Parameters, type ParameterRow } from '../schemas/parameter.ts'
import { convert } from '../schemas/language/conversion.ts'
import { presentationNames } from '../schemas/language/presentation.ts'
import { writersOf } from './representation/index.ts'
import { isPage } from './formats.ts'
import { membersOf } from '../schemas/language/rows.ts'

const parameters = async (app: FastifyInstance) => {
  const writerOf = writersOf([Parameters], '', app.compile)
  app.addHook('preValidation', async (request, reply) => {
    const {
      query,
      params,
      context: { choice, links },
      routeOptions: { schema, config }
    } = request
    request.query = convert(query, schema?.querystring)
    request.params = convert(params, schema?.params)
    if (membersOf(query).params !== 'show' || config.description?.reads !== true) return
    const { format, media } = choice
    const row = { items: Object.entries(config.description?.query ?? {}).map(describe) }
    const document = writerOf(format)(row, links, false)
    const shown = { fragment: document, row, schemas: [Parameters], links: [] }
    if (isPage(choice)) reply.header('content-security-policy', await app.pages.policy())
    const isShared = request.headers.authorization === undefined
    return reply
      .header('cache-control', isShared ? 'public, max-age=300' : 'private, no-store')
      .type(`${media}${format.charset}`)
      .serializer((text: string) => text)
      .send(isPage(choice) ? await app.pageOf(request, shown) : document)
  })
}

const describe = ([name, schema]: [string, TSchema]): ParameterRow => {
  const { type = 'string', pageSize, default: byDefault = pageSize, minimum, maximum, description } = membersOf(schema)
  const values = legalValues(schema)
  return {
    Name: name,
    Type: String(type),
    ...(byDefault !== undefined && { Default: String(byDefault) }),
    ...(minimum !== undefined && { Minimum: String(minimum) }),
    ...(maximum !== undefined && { Maximum: String(maximum) }),
    ...(values.length > 0 && { Values: values.filter((value) => value !== '').join(', ') }),
    ...(description !== undefined && { Description: String(description) })
  }
}

/** Returns the legal values that a schema lists; an empty list if it allows all values of its type. */
const legalValues = (schema: unknown): unknown[] => {
  const { const: constant, enum: values, anyOf } = membersOf(schema)
  if (Array.isArray(anyOf)) return anyOf.flatMap(legalValues)
  return [constant ?? values ?? []].flat()
}

/**
 * Parses a query string. A repeated parameter becomes an array: `convert` joins it if the parameter takes a list, and
 * validation refuses it otherwise. Parameters that can also be sent as headers, such as X-Filter, may be written in
 * upper or lower case.
 */
export const readQuery = (text: string): Record<string, string | readonly string[]> => {
  // A Map, because a parameter may have the name of an object's built-in property, such as __proto__.
  const query = new Map<string, string | readonly string[]>()
  for (const [parameter, value] of new URLSearchParams(text)) {
    if (IGNORED_PARAMETERS.test(parameter)) continue
    const name = presentationNames.get(parameter.toLowerCase()) ?? parameter
    const earlier = query.get(name)
    query.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return Object.fromEntries(query)
}

/** Parameters that browsers, script libraries and advertisements add to addresses. */
const IGNORED_PARAMETERS = /^(_|utm_.*|fbclid|gclid)$/

export default fp(parameters, { name: 'parameters', dependencies: ['resource-tree'], fastify: '5.x' })
