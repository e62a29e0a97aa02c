/** Readers who hold a stream, leave it and come back, to whichever process, and believe nothing. */
import { setTimeout as sleep } from 'node:timers/promises'
import { request, type Agent } from 'undici'
import { eventsIn, type StreamEvent } from '../support/event-stream.ts'
import { parseXml } from '../support/xml.ts'
import type { Ledger, Visit } from './ledger.ts'
import { judgePieces, pieceIn, type Picture, type Piece } from './pieces.ts'
import { readBeginning, type Follower } from './followers.ts'
import type { Figures } from './readers.ts'
import { documentOf, numberIn, type Document } from './service.ts'

/** How a reader asks for its stream, each time of a process of its choice. */
export interface Holding {
  base: () => string
  dispatcher: Agent
  form: 'xml' | 'json'
  query: string
  /** Whether it ever leaves. */
  leaves: boolean
  /** Whether it reads the list first, and then the stream from there. */
  readsList?: boolean
}

/** A reader of a blog's stream. */
export const readStream = (
  { base, dispatcher, form, query, leaves, readsList = false }: Holding,
  blog: number,
  ledger: Ledger,
  figures: Figures
): Follower => {
  const pieces = new Map<number, Piece>()
  let since: number | undefined
  let last: number | undefined
  let leave: (() => void) | undefined
  const picture = (): Picture => ({
    reader: `a stream in ${form}?${query}`,
    pieces,
    since: since ?? 0,
    isWhole: readsList
  })

  const isBehind = (newest: number) => last !== newest

  /** Takes an event, which must be newer than all before it. */
  const take = ({ id, type, data }: StreamEvent) => {
    if (type !== 'message') throw new Error(`it ended: ${type} ${data}`)
    const document = form === 'json' ? documentOf(JSON.parse(data)) : elementsOf(data)
    const [post, piece, number] = [numberIn(document, 'Id'), pieceIn(document), Number(id)]
    if (piece.CId !== number) ledger.accuse(`event ${id} of blog ${blog} shows change ${piece.CId}`)
    if (!(number > (last ?? Infinity))) ledger.accuse(`event ${id} of blog ${blog} came after ${last}`)
    pieces.set(post, piece)
    last = number
    figures.events += 1
    figures.told += 1
    return { post, cId: number, at: performance.now() }
  }

  const readList = async () => {
    const manner = { base: base(), dispatcher, headers: {}, conditional: false }
    const whole = await readBeginning(manner, blog, ledger, figures)
    for (const [id, piece] of whole.pieces) pieces.set(id, piece)
    since = last = whole.lastCId
  }

  const come = async () => {
    if (readsList && since === undefined) await readList()
    const began = performance.now()
    const { statusCode, body } = await request(`${base()}/resources/Desk/Blog/${blog}/Post/Published?${query}`, {
      dispatcher,
      headers: {
        accept: `text/event-stream, application/${form};q=0.5`,
        ...(last !== undefined && { 'last-event-id': `${last}` })
      }
    })
    if (statusCode !== 200) throw new Error(`the stream of blog ${blog} answered ${statusCode}: ${await body.text()}`)
    figures.visits += 1
    const events: Visit['events'][number][] = []
    let from: number | undefined
    let isThere = true
    leave = () => {
      isThere = false
      leave = undefined
      body.destroy()
      if (from !== undefined) ledger.judgeVisit(blog, { from, began, ended: performance.now(), events })
    }
    const begin = (id: string) => {
      if (from !== undefined) return
      from = Number(id)
      if (from !== (last ?? from)) ledger.accuse(`the stream of blog ${blog} went on after ${id}, not ${last}`)
      last = from
      since ??= from
    }
    const listen = async () => {
      for await (const event of eventsIn(body.setEncoding('utf8'), (id) => {
        if (isThere) begin(id)
      })) {
        if (!isThere) return
        events.push(take(event))
      }
      throw new Error('it ended')
    }
    listen().catch((error: unknown) => {
      if (isThere) ledger.accuse(`a stream of blog ${blog} broke: ${String(error)}`)
    })
  }

  return {
    poll: async () => {
      if (leave === undefined) {
        if (!leaves || Math.random() < 0.3) await come()
      } else if (leaves && Math.random() < 0.1) leave()
    },
    check: async (sql) => {
      // Events go on coming while the database is asked.
      const known = { ...picture(), pieces: new Map(pieces) }
      if (since !== undefined && last !== undefined) await judgePieces(sql, ledger, blog, known, last)
    },
    leave: () => leave?.(),
    conclude: async (sql) => {
      const [{ Newest }] = await sql<[{ Newest: number }]>`
        select published_c_id as newest from blogs where id = ${blog}`
      if (leave === undefined) await come()
      // As long as any change may take.
      for (let [waited, seen] = [0, last]; waited < 1000 && isBehind(Newest); seen = last) {
        await sleep(10)
        waited = last === seen ? waited + 10 : 0
      }
      if (isBehind(Newest)) ledger.accuse(`a stream of blog ${blog} ended at ${last}, not ${Newest}`)
      leave?.()
      await judgePieces(sql, ledger, blog, picture())
    }
  }
}

const elementsOf = (xml: string): Document =>
  Object.fromEntries(parseXml(Buffer.from(xml)).children.map(({ name, text }) => [name, text]))
