/** Cache keys and tags of documents. */
import type { FastifyRequest } from 'fastify'
import { blogTag, type Tag } from '../../db/changes.ts'
import { isPresentation } from '../../schemas/language/presentation.ts'
import type { Description } from './description.ts'
import { membersOf } from '../../schemas/language/rows.ts'

/** The parts of a request that its cache key consists of. */
type KeyedRequest = Pick<FastifyRequest, 'routeOptions' | 'params' | 'query' | 'context'>

/** Returns the cache key: all inputs that change the bytes, sorted, except `asc`/`desc`, whose order is significant. */
export const keyOf = ({ routeOptions: { url }, params, query, context: { signature } }: KeyedRequest): string => {
  const rank = (name: string) => (name === 'desc' ? 'asc' : name)
  const parameters = Object.entries(membersOf(query))
    .filter(([name]) => !isPresentation(name))
    .sort(([one], [other]) => (rank(one) === rank(other) ? 0 : rank(one) < rank(other) ? -1 : 1))
  return JSON.stringify([url, params, parameters, signature])
}

/** Returns the tags of a document. A change to data outside of blogs invalidates all documents, whatever their tags. */
export const tagsOf = ({ live }: Description, { params, context: { filter } }: FastifyRequest): readonly Tag[] => {
  const { blogId } = membersOf(params)
  if (typeof blogId === 'number') return [blogTag(blogId)]
  return live || filter !== '' ? ['blogs'] : []
}
