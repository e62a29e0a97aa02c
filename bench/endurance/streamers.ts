/** Clients that open streams, close them, reconnect to any process, and check every event. */
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { eventsIn, type StreamEvent } from '../load/events.ts'
import { RETRY_DELAY } from '../load/requests.ts'
import { readPublished } from './followers.ts'
import type { Visit } from './ledger.ts'
import { checkStates, stateIn, type ClientState, type Document, type PostState } from './post-states.ts'
import type { Client, ClientOptions } from './readers.ts'

/** Options of a client of a stream. */
export interface StreamOptions {
  format: 'xml' | 'json'
  query: string
  /** Whether it closes its stream and reconnects at random. */
  leaves: boolean
  /** Whether it reads the list first, and then streams the changes since. */
  readsList: boolean
}

/** Returns a client of the stream of a blog's published posts. */
export const readStream = (options: ClientOptions, { format, query, leaves, readsList }: StreamOptions): Client => {
  const { base, dispatcher, sql, ledger, blog } = options
  const posts = new Map<number, PostState>()
  let since: number | undefined
  let last: number | undefined
  let leave: (() => void) | undefined
  const state = (): ClientState => ({
    name: `a stream in ${format}?${query}`,
    // More events arrive during a comparison.
    posts: new Map(posts),
    since: since ?? 0,
    hasOlder: readsList
  })

  /** Applies an event, which must be newer than all events before it. */
  const apply = ({ id, type, data }: StreamEvent) => {
    if (type !== 'message') throw new Error(`the stream ended: ${type} ${data}`)
    const document: Document = format === 'json' ? JSON.parse(data) : elementsOf(data)
    const [post, state, cId] = [Number(document['Id']), stateIn(document), Number(id)]
    if (state.CId !== cId) ledger.reportFault(`event ${id} of blog ${blog} shows change ${state.CId}`)
    if (!(cId > (last ?? Infinity))) ledger.reportFault(`event ${id} of blog ${blog} came after ${last}`)
    posts.set(post, state)
    last = cId
    ledger.counts.events += 1
    ledger.counts.states += 1
    return { post, cId, at: performance.now() }
  }

  const connect = async (): Promise<void> => {
    if (readsList && since === undefined) {
      const published = await readPublished(options)
      for (const [id, state] of published.posts) posts.set(id, state)
      since = last = published.lastCId
    }
    const resumed = last === undefined ? {} : { 'last-event-id': `${last}` }
    const { statusCode, body } = await request(`${base()}/resources/Desk/Blog/${blog}/Post/Published?${query}`, {
      dispatcher,
      headers: { accept: `text/event-stream, application/${format};q=0.5`, ...resumed }
    })
    if (statusCode === 503) {
      await body.dump()
      await sleep(RETRY_DELAY)
      return connect()
    }
    if (statusCode !== 200) throw new Error(`the stream of blog ${blog} returned ${statusCode}: ${await body.text()}`)
    const startedAt = performance.now()
    ledger.counts.visits += 1
    const events: Visit['events'][number][] = []
    let from: number | undefined
    let isConnected = true
    leave = () => {
      isConnected = false
      leave = undefined
      body.destroy()
      if (from !== undefined) ledger.checkVisit(blog, { from, startedAt, endedAt: performance.now(), events })
    }
    const begin = (id: string) => {
      if (!isConnected || from !== undefined) return
      from = Number(id)
      if (from !== (last ?? from)) ledger.reportFault(`a stream continued after change ${id}, not ${last}`)
      last = from
      since ??= from
    }
    const listen = async () => {
      for await (const event of eventsIn(body.setEncoding('utf8'), begin)) {
        if (!isConnected) return
        events.push(apply(event))
      }
      throw new Error('the server closed the connection')
    }
    listen().catch((error: unknown) => {
      if (isConnected) ledger.reportFault(`a stream of blog ${blog} broke: ${String(error)}`)
    })
  }

  return {
    poll: async () => {
      if (leave === undefined) {
        if (!leaves || Math.random() < 0.3) await connect()
      } else if (leaves && Math.random() < 0.1) leave()
    },
    check: async () => {
      if (last !== undefined) await checkStates(options, state(), last)
    },
    leave: () => leave?.(),
    conclude: async () => {
      const [{ Newest }] = await sql<[{ Newest: number }]>`
        select published_c_id as newest from blogs where id = ${blog}`
      if (leave === undefined) await connect()
      const isBehind = () => last !== Newest
      // Waits until no event has arrived for a second, which is the maximum delay of a change.
      for (let [waited, previous] = [0, last]; waited < 1000 && isBehind(); previous = last) {
        await sleep(10)
        waited = last === previous ? waited + 10 : 0
      }
      if (isBehind()) ledger.reportFault(`a stream of blog ${blog} ended at ${last}, not ${Newest}`)
      leave?.()
      await checkStates(options, state())
    }
  }
}

/** Returns the plain elements of a post in XML. Its own come before those of its links; no text has entities. */
const elementsOf = (xml: string): Document =>
  Object.fromEntries([...xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].reverse().map(([, name = '', text]) => [name, text]))
