/**
 * Streams the changes of a list as server-sent events (WHATWG HTML, section 9.2). The id of an event is a
 * change number, so a client that reconnects resumes after the last event that it received. A stream is a loop:
 * it reads a page of changes after its cursor through a cache, sends it, and waits until the version of its tag
 * is raised.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tag } from '../../db/changes.ts'
import type { PostChanges } from '../../db/posts/blog-posts.ts'
import { headerList } from '../cache/document.ts'
import { clientOf, isPublic } from '../clients.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { keyOf } from '../resources/context.ts'
import { blogVersionOf, cursorOf, refuseOtherParameters } from './parameters.ts'
import { subscriberList, type Subscriber } from './subscribers.ts'

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

export interface Topic {
  readonly tag: Tag
  /** Reads changes with numbers greater than `since`, oldest first. @returns undefined if the topic does not exist */
  readonly read: (since: number | undefined, limit: number) => Promise<PostChanges | undefined>
}

/** A page of changes, as events that are ready to send. */
interface Page extends Omit<PostChanges, 'rows'> {
  readonly events: readonly { readonly number: number; readonly bytes: Buffer }[]
  /** Whether the topic does not exist. */
  readonly isMissing: boolean
}

/** Maximum number of changes in a page. */
const PAGE = 50
/** Maximum size of the cache of pages, which streams of the same representation share, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024
/** Milliseconds that a client waits before it reconnects. */
const RETRY = 2000
/** Milliseconds between two checks of the session that a stream needs. */
const SESSION_CHECK = 15_000
/** Milliseconds that a stream waits after a failed read. */
const PAUSE = 500

export interface StreamsOptions {
  /** Maximum number of open streams. */
  readonly max: number
  /** Maximum number of open streams of one client with a public address. */
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
    refuseOtherParameters(request)
    const since = cursorOf(request)
    const first = await pageAfter(request, streamKeyOf(request), topic, since)
    if (first.isMissing) return false
    reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    // The blog is closed and there is nothing to send. After 204, an EventSource does not reconnect.
    if (first.isOver && first.events.length === 0) {
      reply.code(204).removeHeader('content-type').send()
      return true
    }
    if (closing || subscribers.count() >= max) {
      throw app.httpErrors.serviceUnavailable('This service has its maximum number of open streams; poll instead')
    }
    const client = clientOf(request.ip)
    // Many clients can share a private address: that of a proxy.
    if (isPublic(request.ip) && subscribers.countOf(client) >= maxPerClient) {
      throw app.httpErrors.createError(429, 'Your address has its maximum number of open streams; poll instead', {
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
    void sendChanges(request, topic, subscribers.add(raw, client), cursor)
    return true
  })

  const sendChanges = async (request: FastifyRequest, topic: Topic, subscriber: Subscriber, start: number) => {
    const isPersonal = request.headers.authorization !== undefined
    const tags: readonly Tag[] = isPersonal ? [topic.tag, 'sessions'] : [topic.tag]
    const key = streamKeyOf(request)
    let cursor = start
    let version = blogVersionOf(request) ?? Infinity
    let wake = () => {}
    subscriber.onEnded(() => wake())
    while (!subscriber.isEnded()) {
      const asOf = freshness.now()
      try {
        if (isPersonal && !(await freshness.attempt(() => authorization.isStillViewer(request)))) {
          return subscriber.close('session ended')
        }
        const page = await pageAfter(request, key, topic, cursor)
        cursor = await sendPage(subscriber, page, cursor)
        if (page.isMissing) return subscriber.close('gone')
        if (page.version > version) {
          version = page.version
          await subscriber.send(`event: blog\ndata: ${version}\n\n`)
        }
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
      if (changes === undefined) return MISSING
      const { rows, ...state } = changes
      const events = []
      for (const row of rows) events.push({ number: row.CId, bytes: await eventOf(request, row) })
      return { ...state, events, isMissing: false }
    })

  /** Returns a change as an event. Its data is the list's item, in the format and with the X-Filter of the request. */
  const eventOf = async (request: FastifyRequest, row: Row & { CId: number }): Promise<Buffer> => {
    const { choice, links, selection } = request.context
    const write = selection?.writerOf(choice.format, row)
    if (selection === undefined || write === undefined) throw new TypeError(`${request.routeOptions.url} has no stream`)
    const document = write(await selection.expand(row, request), links, true)
    return Buffer.from(
      `id: ${row.CId}\n${document
        .split('\n')
        .map((line) => `data: ${line}\n`)
        .join('')}\n`
    )
  }
}

/**
 * Returns the cache key of a stream, without the cursor and the version: streams that began at different changes share
 * the events that follow.
 */
const streamKeyOf = ({ routeOptions, params, query, context }: FastifyRequest): string => {
  const { 'cId.since': _since, blogVersion: _version, ...parameters } = membersOf(query)
  return keyOf({ routeOptions, params, query: parameters, context })
}

const MISSING: Page = { events: [], last: 0, version: 0, isOver: false, isAhead: false, isMissing: true }

/** Sent to clients whose cursor is beyond the newest change, as after a database was restored. */
const RESET = 'event: reset\ndata: read the list again\n'

/** Sends the events of a page. @returns the cursor after the page */
const sendPage = async (subscriber: Subscriber, { events, last, isAhead }: Page, cursor: number): Promise<number> => {
  if (isAhead) {
    await subscriber.send(`id: ${last}\n${RESET}\n`)
    return last
  }
  for (const { bytes } of events) await subscriber.send(bytes)
  return events.at(-1)?.number ?? Math.max(cursor, last)
}

export default fp(streams, { name: 'streams', dependencies: ['database', 'resource-tree'], fastify: '5.x' })
