/** Reads the cursor of a stream, and refuses parameters that only lists accept. */
import type { FastifyRequest } from 'fastify'
import { PRESENTATION, presentationParameters } from '../../schemas/language/presentation.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import { refuseParameter } from '../refusals.ts'
import { membersOf } from '../../schemas/language/rows.ts'

/** Returns the cursor of a client: the last event of its previous connection, or else the parameter `cId.since`. */
export const cursorOf = ({ headers: { 'last-event-id': lastEventId }, query }: FastifyRequest): number | undefined => {
  const { 'cId.since': since } = membersOf(query)
  if (lastEventId === undefined || lastEventId === '') return typeof since === 'number' ? since : undefined
  if (/^\d{1,10}$/.test(String(lastEventId)) && Number(lastEventId) <= MAX_INTEGER) return Number(lastEventId)
  return refuseParameter('Last-Event-ID', `must be the id of an event, a whole number up to ${MAX_INTEGER}`)
}

/** Returns the version of the blog that a client knows; undefined if it does not ask for changes of the blog itself. */
export const blogVersionOf = ({ query }: FastifyRequest): number | undefined => {
  const { blogVersion } = membersOf(query)
  return typeof blogVersion === 'number' ? blogVersion : undefined
}

/** Refuses parameters that filter, sort or page a list: a stream always sends all changes. @throws HttpError 400 */
export const refuseOtherParameters = ({ query, routeOptions }: FastifyRequest) => {
  const { description } = routeOptions.config
  const refused = Object.entries(membersOf(query)).find(
    ([name, value]) =>
      !ACCEPTED.has(name) && !PRESENTATION.has(name) && value !== membersOf(description?.query[name]).default
  )
  if (refused === undefined) return
  const [name] = refused
  const accepted = [...ACCEPTED, ...Object.keys(presentationParameters)].join(', ')
  refuseParameter(name, `cannot be combined with a stream, which accepts ${accepted}`)
}

const ACCEPTED: ReadonlySet<string> = new Set(['stream', 'cId.since', 'blogVersion'])
