/**
 * Streams the changes of a list as server-sent events (WHATWG HTML, section 9.2). The id of an event is the number of a
 * change, so a client that comes back goes on where it was. A stream is a poll that waits: it reads the page of changes
 * after its cursor through the cache, sends it, and reads on when something under its tag has changed.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tag } from '../../db/changes.ts'
import type { PostChanges } from '../../db/posts/changes.ts'
import { isPresentation } from '../../schemas/language/presentation.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import { headerList } from '../cache/document.ts'
import { clientOf } from '../faults/clients.ts'
import { refuseParameter } from '../faults/refusals.ts'
import { membersOf, type Row } from '../resources/representation/template.ts'
import { keyOf } from '../resources/index.ts'
import { isPublic } from '../url-info/addresses.ts'
import { subscriberList, type Subscriber } from './subscribers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Answers a request with a stream of a topic.
     * @returns whether there is such a topic. Not the reply: it is thenable, so it would be awaited to the end.
     * @throws HttpError 400 when the request wants what a stream cannot be; 503 when there are too many streams
     */
    stream: (request: FastifyRequest, reply: FastifyReply, topic: Topic) => Promise<boolean>
  }
}

export interface Topic {
  readonly tag: Tag
  /** Reads the changes after a number, the oldest first. @returns undefined when there is no such topic */
  readonly read: (since: number | undefined, limit: number) => Promise<PostChanges | undefined>
}

/** Changes as events, ready to send. */
interface Page extends Omit<PostChanges, 'rows'> {
  readonly events: readonly { readonly number: number; readonly bytes: Buffer }[]
  readonly isGone: boolean
}

/** How many changes are read at once. */
const PAGE = 50
/** The most bytes of pages that are cached for those who come at the same time. */
const MAX_BYTES = 8 * 1024 * 1024
/** Milliseconds a client that lost its stream waits before it comes back. */
const RETRY = 2000
/** Milliseconds between two looks at a session that a stream depends on, and after a failed reading. */
const SESSION_CHECK = 15_000
const PAUSE = 500

export interface StreamsOptions {
  /** The most streams that are open at once. */
  readonly max: number
  /** The most streams of one client with a public address. */
  readonly maxPerClient: number
}

const streams = async (app: FastifyInstance, { max, maxPerClient }: StreamsOptions) => {
  const { freshness, authorization, metrics } = app
  const subscribers = subscriberList()
  metrics?.gauge({
    name: 'desk_streams',
    help: 'Open streams',
    collect() {
      this.set(subscribers.count())
    }
  })
  const sizeOf = ({ events }: Page) => events.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const pages = freshness.cache<Page>(MAX_BYTES, sizeOf)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    subscribers.closeAll('stopping')
  })

  app.decorate('stream', async (request: FastifyRequest, reply: FastifyReply, topic: Topic) => {
    refuseOthers(request)
    const since = cursorOf(request)
    const first = await pageAfter(request, keyOf(request), topic, since)
    if (first.isGone) return false
    reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    // Tells an EventSource not to come back.
    if (first.isOver && first.events.length === 0) {
      reply.code(204).removeHeader('content-type').send()
      return true
    }
    if (closing || subscribers.count() >= max) {
      throw app.httpErrors.serviceUnavailable('This service holds as many streams as it takes; poll instead')
    }
    const client = clientOf(request.ip)
    // A private address is often a proxy's, which stands for many clients.
    if (isPublic(request.ip) && subscribers.countOf(client) >= maxPerClient) {
      throw app.httpErrors.createError(429, 'Your address has as many streams as it may; poll instead', {
        headers: { 'retry-after': '60' }
      })
    }
    const { raw } = reply.hijack()
    raw.shouldKeepAlive = false
    raw.writeHead(200, headerList(reply.getHeaders()))
    metrics?.answered(request.method, request.routeOptions.url ?? '', 200)
    if (request.method === 'HEAD') {
      raw.end()
      return true
    }
    const cursor = first.isAhead || since === undefined ? first.last : since
    raw.write(`retry: ${RETRY}\nid: ${cursor}\n${first.isAhead ? RESET : ''}\n`)
    void follow(request, topic, subscribers.add(raw, client), cursor)
    return true
  })

  const follow = async (request: FastifyRequest, topic: Topic, subscriber: Subscriber, start: number) => {
    const isPersonal = request.headers.authorization !== undefined
    const tags: readonly Tag[] = isPersonal ? [topic.tag, 'sessions'] : [topic.tag]
    const key = keyOf(request)
    let cursor = start
    let wake = () => {}
    subscriber.onGone(() => wake())
    while (!subscriber.isGone()) {
      const asOf = freshness.now()
      try {
        if (isPersonal && !(await freshness.attempt(() => authorization.isStillViewer(request)))) {
          return subscriber.close('session ended')
        }
        const page = await pageAfter(request, key, topic, cursor)
        cursor = await sendPage(subscriber, page, cursor)
        if (page.isGone) return subscriber.close('gone')
        if (page.events.length === PAGE) continue
        if (page.isOver) return subscriber.close('closed')
      } catch (error) {
        request.log.debug({ err: error }, 'a stream waits for the database')
        await sleep(PAUSE, undefined, { ref: false })
        continue
      }
      await new Promise<void>((resolve) => {
        const timer = isPersonal ? setTimeout(resolve, SESSION_CHECK).unref() : undefined
        const stop = freshness.whenChanged(tags, asOf, resolve)
        wake = () => {
          clearTimeout(timer)
          stop()
          resolve()
        }
      })
      wake()
    }
  }

  const pageAfter = (request: FastifyRequest, key: string, topic: Topic, since: number | undefined): Promise<Page> =>
    pages.fresh(`${key} ${since}`, [topic.tag], async () => {
      const changes = await topic.read(since, PAGE)
      if (changes === undefined) return NOTHING
      const { rows, ...rest } = changes
      const events = []
      for (const row of rows) events.push({ number: row.CId, bytes: await eventOf(request, row) })
      return { ...rest, events, isGone: false }
    })

  /** A change in the form that the request chose: as an item of the list, whole unless X-Filter selects. */
  const eventOf = async (request: FastifyRequest, row: Row & { CId: number }): Promise<Buffer> => {
    const {
      links,
      choice: { format }
    } = request.context
    const selected = app.selectionOf(request)
    const write = selected?.writerOf(format, row)
    if (selected === undefined || write === undefined) throw new TypeError(`${request.routeOptions.url} has no stream`)
    const document = write(await selected.expand(row), links, true)
    return Buffer.from(
      `id: ${row.CId}\n${document
        .split('\n')
        .map((line) => `data: ${line}\n`)
        .join('')}\n`
    )
  }
}

const NOTHING: Page = { events: [], last: 0, isOver: false, isAhead: false, isGone: true }

/** Tells a client that its number was never given here: it must read the list again. */
const RESET = 'event: reset\ndata: read the list again\n'

/** @returns the cursor after the page */
const sendPage = async (subscriber: Subscriber, { events, last, isAhead }: Page, cursor: number): Promise<number> => {
  if (isAhead) {
    await subscriber.send(`id: ${last}\n${RESET}\n`)
    return last
  }
  for (const { bytes } of events) await subscriber.send(bytes)
  return events.at(-1)?.number ?? Math.max(cursor, last)
}

/** The change a client has seen last: what it was sent before its connection broke, else what it read of the list. */
const cursorOf = ({ headers: { 'last-event-id': lastEventId }, query }: FastifyRequest): number | undefined => {
  const { 'cId.since': since } = membersOf(query)
  if (lastEventId === undefined || lastEventId === '') return typeof since === 'number' ? since : undefined
  if (/^\d{1,10}$/.test(String(lastEventId)) && Number(lastEventId) <= MAX_INTEGER) return Number(lastEventId)
  return refuseParameter('Last-Event-ID', `must be the id of an event, a whole number up to ${MAX_INTEGER}`)
}

/** A stream shows every change to the list, so what narrows or pages a list cannot be combined with it. */
const refuseOthers = ({
  query,
  routeOptions: {
    config: { description }
  }
}: FastifyRequest) => {
  const other = Object.entries(membersOf(query)).find(
    ([name, value]) =>
      !TAKEN.has(name) && !isPresentation(name) && value !== membersOf(description?.query[name]).default
  )
  if (other === undefined) return
  const taken = [...TAKEN].join(', ')
  refuseParameter(other[0], `cannot be combined with a stream, which takes ${taken} and the parameters of form`)
}

const TAKEN: ReadonlySet<string> = new Set(['stream', 'cId.since'])

export default fp(streams, { name: 'streams', dependencies: ['database', 'resource-tree'], fastify: '5.x' })
