/** Readers who poll as clients and caches do, and believe nothing. */
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request, type Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import type { Ledger } from './ledger.ts'

/** How a reader asks. */
export interface Manner {
  base: string
  dispatcher: Agent
  headers: Readonly<Record<string, string>>
  conditional: boolean
}

export interface Reader {
  poll: () => Promise<void>
  /** Checks that what was read last is what the database holds; nobody writes any more. */
  conclude: (sql: Pool) => Promise<void>
}

/** What all readers have done. */
export interface Figures {
  /** Documents read, and those found unchanged. */
  reads: number
  unchanged: number
  /** Streams opened, and events that came on them. */
  visits: number
  events: number
  /** States of posts that followers were told, in whatever way. */
  told: number
}

/** Figures of readers who have done nothing yet. */
export const noFigures = (): Figures => ({ reads: 0, unchanged: 0, visits: 0, events: 0, told: 0 })

/** A document, and where the next page is. */
export interface Got {
  text: string
  next: string | undefined
}

/** Gets documents of one manner, each with its tag checked. */
export const getter = ({ base, dispatcher, headers, conditional }: Manner, ledger: Ledger, figures: Figures) => {
  const known = new Map<string, Got & { etag: string }>()
  return async (path: string): Promise<Got> => {
    const before = conditional ? known.get(path) : undefined
    const {
      statusCode,
      headers: given,
      body
    } = await request(base + path, {
      dispatcher,
      headers: { ...headers, ...(before && { 'if-none-match': before.etag }) }
    })
    const bytes = Buffer.from(await body.arrayBuffer())
    const etag = String(given.etag)
    figures.reads += 1
    if (statusCode === 304 && before !== undefined) {
      figures.unchanged += 1
      if (etag !== before.etag) ledger.accuse(`${path} is unchanged from ${before.etag} and now has ${etag}`)
      return before
    }
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${bytes.toString()}`)
    ledger.judgeTag(etag, createHash('sha256').update(bytes).digest('hex'))
    const decoders: Readonly<Record<string, typeof gunzipSync>> = { gzip: gunzipSync, br: brotliDecompressSync }
    const decode = decoders[String(given['content-encoding'])]
    const next = /<([^>]*)>; rel="next"/.exec(String(given['link']))?.[1]
    const got = { text: (decode?.(bytes) ?? bytes).toString(), next }
    if (conditional) known.set(path, { ...got, etag })
    return got
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
    const shown = changeOf((await get(`/resources/Desk/Blog/${blog}/Post/Published`)).text)
    ledger.judge(`blog:${blog}`, shown, began)
    if (!(shown >= last)) ledger.accuse(`the list of blog ${blog} went from ${last} to ${shown}`)
    last = shown
  }
  return {
    poll,
    conclude: async (sql) => {
      await poll()
      const [{ Newest }] = await sql<[{ Newest: number }]>`
        select published_c_id as newest from blogs where id = ${blog}`
      if (last !== Newest) ledger.accuse(`the list of blog ${blog} ended at ${last}, not ${Newest}`)
    }
  }
}

/** A reader of posts, one after another and again. */
export const readItems = (
  manner: Manner,
  blog: number,
  posts: readonly number[],
  ledger: Ledger,
  figures: Figures
): Reader => {
  const get = getter(manner, ledger, figures)
  const last = new Map<number, number>()
  const look = async (id: number) => {
    const began = performance.now()
    const shown = changeOf((await get(`/resources/Desk/Blog/${blog}/Post/${id}`)).text)
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
