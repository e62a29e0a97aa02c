/** Clients that open streams, close them, reconnect to any process, and check every event. */
import { setTimeout as sleep } from 'node:timers/promises'
import { request, type Agent } from 'undici'
import { eventsIn, type StreamEvent } from '../support/event-stream.ts'
import { parseXml } from '../support/xml.ts'
import type { Ledger, Visit } from './ledger.ts'
import { checkStates, stateIn, type ClientState, type PostState } from './post-states.ts'
import { readPublished, type Follower } from './followers.ts'
import type { Statistics } from './readers.ts'
import { documentOf, numberIn, type Document } from './service.ts'

/** Options of a client of a stream. `base` returns the address of a process for each connection. */
export interface StreamOptions {
  base: () => string
  dispatcher: Agent
  format: 'xml' | 'json'
  query: string
  /** Whether it closes its stream and reconnects at random. */
  leaves: boolean
  /** Whether it reads the list first, and then streams the changes since. */
  readsList?: boolean
}

/** Returns a client of the stream of a blog's published posts. */
export const readStream = (
  { base, dispatcher, format, query, leaves, readsList = false }: StreamOptions,
  blog: number,
  ledger: Ledger,
  statistics: Statistics
): Follower => {
  const posts = new Map<number, PostState>()
  let since: number | undefined
  let last: number | undefined
  let leave: (() => void) | undefined
  const clientState = (): ClientState => ({
    reader: `a stream in ${format}?${query}`,
    posts,
    since: since ?? 0,
    hasOlder: readsList
  })

  const isBehind = (newest: number) => last !== newest

  /** Applies an event, which must be newer than all events before it. */
  const apply = ({ id, type, data }: StreamEvent) => {
    if (type !== 'message') throw new Error(`the stream ended: ${type} ${data}`)
    const document = format === 'json' ? documentOf(JSON.parse(data)) : elementsOf(data)
    const [post, state, cId] = [numberIn(document, 'Id'), stateIn(document), Number(id)]
    if (state.CId !== cId) ledger.reportFault(`event ${id} of blog ${blog} shows change ${state.CId}`)
    if (!(cId > (last ?? Infinity))) ledger.reportFault(`event ${id} of blog ${blog} came after ${last}`)
    posts.set(post, state)
    last = cId
    statistics.events += 1
    statistics.states += 1
    return { post, cId, at: performance.now() }
  }

  const readList = async () => {
    const requestOptions = { base: base(), dispatcher, headers: {}, conditional: false }
    const published = await readPublished(requestOptions, blog, ledger, statistics)
    for (const [id, state] of published.posts) posts.set(id, state)
    since = last = published.lastCId
  }

  const connect = async () => {
    if (readsList && since === undefined) await readList()
    const startedAt = performance.now()
    const { statusCode, body } = await request(`${base()}/resources/Desk/Blog/${blog}/Post/Published?${query}`, {
      dispatcher,
      headers: {
        accept: `text/event-stream, application/${format};q=0.5`,
        ...(last !== undefined && { 'last-event-id': `${last}` })
      }
    })
    if (statusCode !== 200) throw new Error(`the stream of blog ${blog} returned ${statusCode}: ${await body.text()}`)
    statistics.visits += 1
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
      if (from !== undefined) return
      from = Number(id)
      if (from !== (last ?? from)) {
        ledger.reportFault(`the stream of blog ${blog} continued after change ${id}, not ${last}`)
      }
      last = from
      since ??= from
    }
    const listen = async () => {
      for await (const event of eventsIn(body.setEncoding('utf8'), (id) => {
        if (isConnected) begin(id)
      })) {
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
    check: async (sql) => {
      // More events arrive during the query, so compare a copy.
      const snapshot = { ...clientState(), posts: new Map(posts) }
      if (since !== undefined && last !== undefined) await checkStates(sql, ledger, blog, snapshot, last)
    },
    leave: () => leave?.(),
    conclude: async (sql) => {
      const [{ Newest }] = await sql<[{ Newest: number }]>`
        select published_c_id as newest from blogs where id = ${blog}`
      if (leave === undefined) await connect()
      // Wait until no event has arrived for a second, which is the maximum delay of a change.
      for (let [waited, previous] = [0, last]; waited < 1000 && isBehind(Newest); previous = last) {
        await sleep(10)
        waited = last === previous ? waited + 10 : 0
      }
      if (isBehind(Newest)) ledger.reportFault(`a stream of blog ${blog} ended at ${last}, not ${Newest}`)
      leave?.()
      await checkStates(sql, ledger, blog, clientState())
    }
  }
}

const elementsOf = (xml: string): Document =>
  Object.fromEntries(parseXml(Buffer.from(xml)).children.map(({ name, text }) => [name, text]))
