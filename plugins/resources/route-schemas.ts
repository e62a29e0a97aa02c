/** Completes the schemas that routes declare: their queries and their responses. */
import { Type, type TObject } from 'typebox'
import { documentsIn, type Description } from './description.ts'
import { formats } from './representation/formats.ts'
import { membersOf } from './representation/template.ts'

/**
 * Creates query schemas that allow only the parameters of their routes. GET routes with the same query schema share the
 * closed one, and so its validator.
 */
export const closedQueries = () => {
  const closed = new Map<unknown, TObject>()
  return (query: unknown, description: Description): TObject => {
    const close = () => Type.Object(description.query, { additionalProperties: false })
    if (!description.reads) return close()
    const schema = closed.get(query) ?? close()
    closed.set(query, schema)
    // Fastify derives a HEAD route from the changed options of its GET, so its query is closed already.
    closed.set(schema, schema)
    return schema
  }
}

/** Declares each document of a response schema under the media types of all formats. */
export const inEveryFormat = (response: unknown) =>
  Object.fromEntries(
    Object.entries(membersOf(response)).map(([status, schema]) => [
      status,
      documentsIn(schema).length === 0
        ? schema
        : { content: Object.fromEntries(formats.map(({ media: [media] }) => [media, { schema }])) }
    ])
  )
