/**
 * Streams the changes of a list as server-sent events (WHATWG HTML, section 9.2). The id of an event is a
 * change number, so a client that reconnects resumes after the last event that it received. Streams that show the same
 * share a channel, which reads pages of changes through a cache, and waits until the version of its tag is raised.
 */
import { randomInt } from 'node:crypto'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../schemas/config.ts'
import { PRESENTATION, presentationParameters } from '../../schemas/language/presentation.ts'
import { clientOf, isPublic, withoutPort } from '../clients.ts'
import { isAwaited } from '../slow-readers.ts'
import { refuseParameter, tooManyRequests } from '../refusals.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import { keyOf } from '../resources/context.ts'
import { channel } from './channel.ts'
import { changePages, RESET, stepOf, type Topic } from './pages.ts'
import { subscriberList } from './subscribers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Responds to a request with a stream of a topic.
     * @returns whether the topic exists; not the reply, which is thenable: awaiting it would wait for the
     *   stream's end
     * @throws HttpError 400 if the request has parameters that a stream does not accept, 503 if there are too
     *   many streams
     */
    stream: (request: FastifyRequest, reply: FastifyReply, topic: Topic) => Promise<boolean>
  }
}

/** Milliseconds that a client waits before it reconnects, at random: all streams of a process can break at once. */
const RETRY = [1_000, 10_000] as const

type Settings = Pick<Config, 'STREAMS' | 'STREAMS_PER_ADDRESS'>

const streams = async (app: FastifyInstance, { STREAMS, STREAMS_PER_ADDRESS }: Settings) => {
  const { freshness, authorization, metrics } = app
  const subscribers = subscriberList()
  metrics?.gauge({
    name: 'desk_streams',
    help: 'Open streams',
    collect() {
      this.set(subscribers.count())
    }
  })
  const pageAfter = changePages(app)
  const channels = new Map<string, ReturnType<typeof channel>>()
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    subscribers.closeAll('stopping')
  })

  app.decorate('stream', async (request: FastifyRequest, reply: FastifyReply, topic: Topic) => {
    refuseOtherParameters(request)
    const since = cursorOf(request)
    const first = await pageAfter(request, streamKeyOf(request), topic, since)
    if (first.isMissing) return false
    reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    // The blog is closed and there is nothing to send. After 204, an EventSource does not reconnect.
    if (first.isOver && first.lastId === undefined) {
      reply.code(204).removeHeader('content-type').send()
      return true
    }
    if (isAwaited(request.raw.socket, reply.raw)) {
      throw app.httpErrors.badRequest('A stream never ends: ask for it on a connection without other requests')
    }
    if (closing || subscribers.count() >= STREAMS) {
      throw app.httpErrors.serviceUnavailable('This service has its maximum number of open streams; poll instead')
    }
    const client = clientOf(request.ip)
    // Many clients can share a private address: that of a proxy.
    if (isPublic(withoutPort(request.ip)) && subscribers.countOf(client) >= STREAMS_PER_ADDRESS) {
      throw tooManyRequests('Your address has its maximum number of open streams; poll instead', 60)
    }
    const { raw } = reply.hijack()
    raw.shouldKeepAlive = false
    // All streams get the same bytes: in chunks, each would need its own.
    raw.removeHeader('transfer-encoding')
    for (const [name, value = ''] of Object.entries(reply.getHeaders())) raw.setHeader(name, value)
    raw.writeHead(200)
    metrics?.answered(request.method, request.routeOptions.url ?? '', 200)
    const { socket } = raw
    // A request that was sent before the answer to the one before it has no connection yet.
    if (request.method === 'HEAD' || socket === null) {
      raw.end()
      return true
    }
    if (socket.destroyed) return true
    const cursor = first.isAhead || since === undefined ? first.last : since
    raw.write(`retry: ${randomInt(...RETRY)}\nid: ${cursor}\n${first.isAhead ? RESET : ''}\n`)
    // The response has done its part: the stream goes on without it, so that it takes no memory for hours.
    raw.removeAllListeners('finish').removeAllListeners('error')
    raw.detachSocket(socket)
    raw.emit('close')
    const shared = channelOf(request, topic)
    shared.add(subscribers.add(socket, client, shared.remove), {
      cursor,
      version: blogVersionOf(request) ?? Infinity
    })
    return true
  })

  /** Returns the channel of the streams that show the same, in the same session. */
  const channelOf = (request: FastifyRequest, topic: Topic) => {
    const streamKey = streamKeyOf(request)
    // With an unknown token, a client is a stranger: a channel for each would take time and memory.
    const isPersonal = request.context.viewer.session
    const key = JSON.stringify([streamKey, isPersonal && request.headers.authorization])
    const shared =
      channels.get(key) ??
      channel(freshness, {
        tags: isPersonal ? [topic.tag, 'sessions'] : [topic.tag],
        stepAfter: async (position) => stepOf(await pageAfter(request, streamKey, topic, position.cursor), position),
        hasSession: isPersonal ? () => freshness.attempt(() => authorization.isInSession(request)) : undefined,
        onFailure: (error) => request.log.debug({ err: error }, 'streams wait for the database'),
        onEmpty: () => channels.delete(key)
      })
    channels.set(key, shared)
    return shared
  }
}

/**
 * Returns the cache key of a stream, without the cursor and the version: streams that began at different changes share
 * the events that follow.
 */
const streamKeyOf = ({ originalUrl, query, context }: FastifyRequest): string => {
  const { 'cId.since': _since, blogVersion: _version, ...parameters } = membersOf(query)
  return keyOf({ originalUrl, query: parameters, context })
}

/** Returns the cursor of a client: the last event of its previous connection, or else the parameter `cId.since`. */
const cursorOf = ({ headers: { 'last-event-id': lastEventId }, query }: FastifyRequest): number | undefined => {
  const { 'cId.since': since } = membersOf(query)
  if (lastEventId === undefined || lastEventId === '') return typeof since === 'number' ? since : undefined
  if (/^\d{1,10}$/.test(String(lastEventId)) && Number(lastEventId) <= MAX_INTEGER) return Number(lastEventId)
  return refuseParameter('Last-Event-ID', `must be the id of an event, a whole number up to ${MAX_INTEGER}`)
}

/** Returns the version of the blog that a client knows; undefined if it does not ask for changes of the blog itself. */
const blogVersionOf = ({ query }: FastifyRequest): number | undefined => {
  const { blogVersion } = membersOf(query)
  return typeof blogVersion === 'number' ? blogVersion : undefined
}

/** Refuses parameters that filter, sort or page a list: a stream always sends all changes. @throws HttpError 400 */
const refuseOtherParameters = ({ query, routeOptions }: FastifyRequest) => {
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

export default fp(streams, { name: 'streams', dependencies: ['database', 'resource-tree'] })
