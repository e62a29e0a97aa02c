/**
 * Parameters that filter or sort by hidden properties of profiles: the items in the response, or their order, would
 * disclose those properties.
 */
import type { FastifyRequest, FastifySchema } from 'fastify'
import { keywordsOf, propertiesOf } from '../../schemas/language/keywords.ts'
import { membersOf } from '../../schemas/language/rows.ts'

/** Returns whether a route has such parameters. */
export const hasPersonalParameters = (schema: FastifySchema | undefined): boolean =>
  Object.values(propertiesOf(schema?.querystring)).some((property) =>
    [keywordsOf(property).personal ?? []].flat().some(Boolean)
  )

/** Returns the names of such parameters in a request. */
export const personalParametersOf = ({ query, routeOptions: { schema } }: FastifyRequest): string[] => {
  const properties = propertiesOf(schema?.querystring)
  return Object.entries(membersOf(query)).flatMap(([name, value]) => {
    const { personal } = keywordsOf(properties[name])
    const isNamed =
      Array.isArray(personal) &&
      String(value)
        .split(',')
        .some((name) => personal.includes(name.trim()))
    return personal === true || isNamed ? [name] : []
  })
}
