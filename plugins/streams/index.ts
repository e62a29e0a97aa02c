/**
 * Streams what changes as server-sent events (WHATWG HTML, section 9.2): the number of a change is the event's id, so
 * a reader that comes back goes on where it was.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { presentationNames } from '../../schemas/language/presentation.ts'
import { MAX_INTEGER, type AnyModel } from '../../schemas/language/vocabulary.ts'
import { refuseParameter } from '../faults/refusals.ts'
import { compileWriters, type Format, type Writer } from '../representation/formats.ts'
import type { Row } from '../representation/template.ts'
import { hub, type Change, type Channel, type Topic } from './hub.ts'
import { keepReaders } from './readers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Answers a request with a stream of a topic. The name of a topic is the tag of the changes that wake it.
     * @returns false when there is no such topic
     * @throws HttpError 400 when the request asks for what a stream cannot be; 503 when there are too many streams
     */
    stream: (request: FastifyRequest, reply: FastifyReply, topic: Topic<Row>) => Promise<boolean>
  }
  interface FastifyContextConfig {
    /** What a stream of the route's list shows of each change; undefined where there is none. */
    streams?: readonly AnyModel[]
  }
}

export interface StreamOptions {
  module: string
  /** The most streams at once. */
  max: number
}

/** A client that lost its stream waits this long, in milliseconds, before it comes back. */
const RETRY = 2000
/** Rendered changes kept for those who catch up at the same time. */
const FRAMES = 200

const streams = async (app: FastifyInstance, { module, max }: StreamOptions) => {
  const readers = keepReaders()
  const { readPast, follow, wake } = hub<Row>(readers.close, (error) => app.log.warn({ err: error }, 'a stream waits for the database'))
  const frames = new LRUCache<string, Promise<Buffer>>({ max: FRAMES })
  const writers = new Map<readonly AnyModel[], (format: Format) => Writer>()
  app.addHook('onRoute', ({ config }) => { if (config?.streams !== undefined) writers.set(config.streams, compileWriters(config.streams, module)) })
  app.addHook('preClose', async () => readers.closeAll('stopping'))
  app.changes.hear((heard) => {
    // Names of people and of things stand in posts too.
    if (heard === 'everything' || heard.some((tag) => !tag.startsWith('blog:'))) frames.clear()
    if (heard === 'everything') wake()
    else heard.forEach(wake)
  })

  app.decorate('stream', async (request: FastifyRequest, reply: FastifyReply, topic: Topic<Row>) => {
    refuseOthers(request)
    const since = cursorOf(request)
    const first = await readPast(topic, since ?? MAX_INTEGER, 1)
    if (first === undefined) return false
    reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    if (first.over && first.changes.length === 0) {
      // Tells an EventSource not to come back.
      void reply.code(204).removeHeader('content-type').send()
      return true
    }
    if (readers.count() >= max) throw app.httpErrors.serviceUnavailable(`This service holds ${max} streams already; poll instead`)
    const { raw } = reply.hijack()
    const cursor = since ?? first.last
    raw.shouldKeepAlive = false
    raw.writeHead(200, Object.entries(reply.getHeaders()).flatMap(([name, value]) => value === undefined ? [] : [name, String(value)]))
    if (request.method === 'HEAD') {
      raw.end()
      return true
    }
    raw.write(`retry: ${RETRY}\nid: ${cursor}\n\n`)
    const reader = readers.add(raw, cursor)
    follow(topic, channelOf(request), reader).catch((error: unknown) => {
      request.log.error({ err: error }, 'stream failed')
      raw.destroy()
    })
    return true
  })

  /** A change in the form a request wants: as an item of the list, whole unless X-Filter chooses. */
  const channelOf = (request: FastifyRequest): Channel<Row> => {
    const { choice: { format }, place, signature, selected, routeOptions: { url, config } } = request
    const name = JSON.stringify([url, request.params, format.extension, place.root, place.itemEnd, signature])
    const write = selected?.itemWriterOf(format) ?? writers.get(config.streams ?? [])?.(format)
    if (write === undefined) throw new TypeError(`${url} has no stream`)
    const render = async ({ number, row }: Change<Row>) =>
      frameOf(number, write(selected === undefined ? row : await selected.expandItem(row, request), place, true))
    return {
      name,
      render: (change) => {
        const key = `${change.number} ${name}`
        const known = frames.get(key)
        if (known !== undefined) return known
        const rendering = render(change)
        frames.set(key, rendering)
        rendering.catch(() => frames.delete(key))
        return rendering
      }
    }
  }
}

/** One event: a document's lines, under the number of the change. */
const frameOf = (number: number, document: string) =>
  Buffer.from(`id: ${number}\n${document.split('\n').map((line) => `data: ${line}\n`).join('')}\n`)

/** The change a reader has seen last: what it was sent last before its connection broke, else what it read of the list. */
const cursorOf = ({ headers: { 'last-event-id': lastEventId }, query }: FastifyRequest): number | undefined => {
  const asked: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'cId.since') : undefined
  if (lastEventId === undefined || lastEventId === '') return typeof asked === 'number' ? asked : undefined
  if (/^\d{1,10}$/.test(String(lastEventId)) && Number(lastEventId) <= MAX_INTEGER) return Number(lastEventId)
  return refuseParameter('Last-Event-ID', `must be the id of an event, a whole number up to ${MAX_INTEGER}`)
}

/** A stream shows every change to the list, so what narrows or pages a list cannot be asked of it. */
const refuseOthers = ({ originalUrl }: FastifyRequest) => {
  const [, query = ''] = originalUrl.split('?', 2)
  const other = [...new URLSearchParams(query).keys()].find((name) => !TAKEN.has(name) && !presentationNames.has(name.toLowerCase()))
  if (other !== undefined) refuseParameter(other, `cannot be asked of a stream, which takes ${[...TAKEN].join(', ')} and the parameters of form`)
}

const TAKEN: ReadonlySet<string> = new Set(['stream', 'cId.since'])

export default fp(streams, { name: 'streams', dependencies: ['changes', 'representation'], fastify: '5.x' })
