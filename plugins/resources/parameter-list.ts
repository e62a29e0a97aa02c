/** Answers `params=show` with the list of an address's parameters (docs/spec.md, section 4, rule 2). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Parameters, type ParameterRow } from '../../schemas/parameter.ts'
import { keywordsOf, legalValuesOf } from '../../schemas/language/keywords.ts'
import { isPage } from '../formats.ts'
import { writersOf } from '../representation/writers.ts'
import { atOnce } from '../steps.ts'

/** Returns the function that sends the list of a request's parameters. */
export const parameterList = (app: FastifyInstance) => {
  const writerOf = writersOf([Parameters], '', app.compile)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { choice, links } = request.context
    const { format, media } = choice
    const row = { items: Object.entries(request.routeOptions.config.description?.query ?? {}).map(describe) }
    const document = atOnce(writerOf(format)(row, links, false))
    const contents = { fragment: document, row, schema: Parameters, links: [] }
    if (isPage(choice)) reply.header('content-security-policy', app.pages.policy())
    const isShared = request.headers.authorization === undefined
    return reply
      .header('cache-control', isShared ? 'public, max-age=300' : 'private, no-store')
      .type(`${media}${format.charset}`)
      .send(isPage(choice) ? await app.pageOf(request, contents) : document)
  }
}

const describe = ([name, schema]: [string, TSchema]): ParameterRow => {
  const { type = 'string', pageSize, default: byDefault = pageSize, minimum, maximum, description } = keywordsOf(schema)
  const values = legalValuesOf(schema)
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
