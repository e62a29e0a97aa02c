/** Readers who poll as clients and caches do, and believe nothing. */
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request, type Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { documentOf } from './service.ts'
import type { Ledger } from './ledger.ts'
import { judgePieces, pieceIn, type Piece } from './pieces.ts'

/** How a reader asks. */
export interface Manner { base: string, dispatcher: Agent, headers: Readonly<Record<string, string>>, conditional: boolean }

export interface Reader {
  poll: () => Promise<void>
  /** Checks that what was read last is what the database holds; nobody writes any more. */
  conclude: (sql: Pool) => Promise<void>
}

/** What all readers have done: documents read and found unchanged, streams opened, events that came on them. */
export interface Figures { reads: number, unchanged: number, visits: number, events: number }

/** Gets documents of one manner, each with its tag checked. */
const getter = ({ base, dispatcher, headers, conditional }: Manner, ledger: Ledger, figures: Figures) => {
  const known = new Map<string, { etag: string, text: string }>()
  return async (path: string): Promise<string> => {
    const before = conditional ? known.get(path) : undefined
    const { statusCode, headers: given, body } = await request(base + path, { dispatcher, headers: { ...headers, ...before && { 'if-none-match': before.etag } } })
    const bytes = Buffer.from(await body.arrayBuffer())
    const etag = String(given.etag)
    figures.reads += 1
    if (statusCode === 304 && before !== undefined) {
      figures.unchanged += 1
      if (etag !== before.etag) ledger.accuse(`${path} is unchanged from ${before.etag} and now has ${etag}`)
      return before.text
    }
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${bytes.toString()}`)
    ledger.judgeTag(etag, createHash('sha256').update(bytes).digest('hex'))
    const text = (given['content-encoding'] === 'gzip' ? gunzipSync(bytes) : given['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes).toString()
    known.set(path, { etag, text })
    return text
  }
}

/** The number of a document's change: a list's or an item's, in either notation. */
const changeOf = (text: string) => Number(/(?:\blastCId=|"lastCId":|<CId>|"CId":)"?(\d+)/.exec(text)?.[1])

/** A reader of a blog's published list. */
export const readList = (manner: Manner, blog: number, ledger: Ledger, figures: Figures): Reader => {
  const get = getter(manner, ledger, figures)
  let last = 0
  const poll = async () => {
    const began = performance.now()
    const shown = changeOf(await get(`/resources/Desk/Blog/${blog}/Post/Published`))
    ledger.judge(`blog:${blog}`, shown, began)
    if (!(shown >= last)) ledger.accuse(`the list of blog ${blog} went from ${last} to ${shown}`)
    last = shown
  }
  return {
    poll,
    conclude: async (sql) => {
      await poll()
      const [{ Newest }] = await sql<[{ Newest: number }]>`select published_c_id as newest from blogs where id = ${blog}`
      if (last !== Newest) ledger.accuse(`the list of blog ${blog} ended at ${last}, not ${Newest}`)
    }
  }
}

/** A reader of posts, one after another and again. */
export const readItems = (manner: Manner, blog: number, posts: readonly number[], ledger: Ledger, figures: Figures): Reader => {
  const get = getter(manner, ledger, figures)
  const last = new Map<number, number>()
  const look = async (id: number) => {
    const began = performance.now()
    const shown = changeOf(await get(`/resources/Desk/Blog/${blog}/Post/${id}`))
    ledger.judge(`post:${id}`, shown, began)
    if (!(shown >= (last.get(id) ?? 0))) ledger.accuse(`post ${id} went from ${last.get(id)} to ${shown}`)
    last.set(id, shown)
  }
  return {
    poll: async () => {
      // Of the newest few, so that many look at the same ones.
      const id = posts.at(-1 - Math.floor(Math.random() * 8))
      if (id !== undefined) await look(id)
    },
    conclude: async (sql) => {
      for (const id of [...last.keys()].slice(-20)) {
        await look(id)
        const [post] = await sql<{ CId: number }[]>`select c_id from posts where id = ${id}`
        if (last.get(id) !== post?.CId) ledger.accuse(`post ${id} ended at ${last.get(id)}, not ${post?.CId}`)
      }
    }
  }
}

/** A reader who pieces a blog together from nothing but what has changed since the last time. */
export const readChanges = (manner: Manner, blog: number, ledger: Ledger, figures: Figures): Reader => {
  const get = getter({ ...manner, headers: { ...manner.headers, accept: 'application/json' } }, ledger, figures)
  const pieces = new Map<number, Piece>()
  let since = 0
  const poll = async () => {
    const began = performance.now()
    const text = await get(`/resources/Desk/Blog/${blog}/Post/Published?cId.since=${since}&limit=1000&X-Filter=Id,CId,IsPublished,DeletedOn,Content`)
    const { PostList: list, lastCId } = documentOf(JSON.parse(text))
    const shown = Number(lastCId)
    ledger.judge(`blog:${blog}`, shown, began)
    if (!(shown >= since)) ledger.accuse(`what is new since ${since} ended at ${shown}`)
    if (Array.isArray(list)) for (const post of list) pieces.set(Number(post.Id), pieceIn(post))
    since = shown
  }
  return {
    poll,
    conclude: async (sql) => {
      await poll()
      await judgePieces(sql, ledger, blog, pieces)
    }
  }
}
