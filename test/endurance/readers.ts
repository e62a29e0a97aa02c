/** Clients that poll documents, like readers and caches, and check every response. */
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request, type Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import type { Ledger } from './ledger.ts'

/** Options of all requests of a reader. */
export interface RequestOptions {
  base: string
  dispatcher: Agent
  headers: Readonly<Record<string, string>>
  conditional: boolean
}

export interface Reader {
  poll: () => Promise<void>
  /** Compares the last response with the database, after all writes have ended. */
  conclude: (sql: Pool) => Promise<void>
}

/** Counts of requests and events of all readers. */
export interface Statistics {
  /** Number of requests, and of those with status 304. */
  reads: number
  unchanged: number
  /** Number of opened streams, and of their events. */
  visits: number
  events: number
  /** Number of post states that followers received, in lists and streams. */
  states: number
}

/** Returns statistics in which all counts are 0. */
export const noStatistics = (): Statistics => ({ reads: 0, unchanged: 0, visits: 0, events: 0, states: 0 })

/** A document, and the address of its next page. */
export interface Page {
  text: string
  next: string | undefined
}

/** Returns a function that requests documents and checks their ETags. */
export const getter = (
  { base, dispatcher, headers, conditional }: RequestOptions,
  ledger: Ledger,
  statistics: Statistics
) => {
  const cachedPages = new Map<string, Page & { etag: string }>()
  return async (path: string): Promise<Page> => {
    const cachedPage = conditional ? cachedPages.get(path) : undefined
    const {
      statusCode,
      headers: responseHeaders,
      body
    } = await request(base + path, {
      dispatcher,
      headers: { ...headers, ...(cachedPage && { 'if-none-match': cachedPage.etag }) }
    })
    const bytes = Buffer.from(await body.arrayBuffer())
    const etag = String(responseHeaders.etag)
    statistics.reads += 1
    if (statusCode === 304 && cachedPage !== undefined) {
      statistics.unchanged += 1
      if (etag !== cachedPage.etag) ledger.reportFault(`${path} returned 304 for ${cachedPage.etag}, but has ${etag}`)
      return cachedPage
    }
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}: ${bytes.toString()}`)
    ledger.checkTag(etag, createHash('sha256').update(bytes).digest('hex'))
    const decoders: Readonly<Record<string, typeof gunzipSync>> = { gzip: gunzipSync, br: brotliDecompressSync }
    const decode = decoders[String(responseHeaders['content-encoding'])]
    const next = /<([^>]*)>; rel="next"/.exec(String(responseHeaders['link']))?.[1]
    const page = { text: (decode?.(bytes) ?? bytes).toString(), next }
    if (conditional) cachedPages.set(path, { ...page, etag })
    return page
  }
}

/** Returns the change number of a list or an item in XML or JSON. */
const changeOf = (text: string) => Number(/(?:\blastCId=|"lastCId":|<CId>|"CId":)"?(\d+)/.exec(text)?.[1])

/** Returns a client that polls the list of a blog's published posts. */
export const readList = (
  requestOptions: RequestOptions,
  blog: number,
  ledger: Ledger,
  statistics: Statistics
): Reader => {
  const get = getter(requestOptions, ledger, statistics)
  let last = 0
  const poll = async () => {
    const startedAt = performance.now()
    const cId = changeOf((await get(`/resources/Desk/Blog/${blog}/Post/Published`)).text)
    ledger.checkResponse(`blog:${blog}`, cId, startedAt)
    if (!(cId >= last)) ledger.reportFault(`the list of blog ${blog} went from change ${last} to ${cId}`)
    last = cId
  }
  return {
    poll,
    conclude: async (sql) => {
      await poll()
      const [{ Newest }] = await sql<[{ Newest: number }]>`
        select published_c_id as newest from blogs where id = ${blog}`
      if (last !== Newest) ledger.reportFault(`the list of blog ${blog} ended at ${last}, not ${Newest}`)
    }
  }
}

/** Returns a client that polls random posts of a blog. */
export const readItems = (
  requestOptions: RequestOptions,
  blog: number,
  posts: readonly number[],
  ledger: Ledger,
  statistics: Statistics
): Reader => {
  const get = getter(requestOptions, ledger, statistics)
  const last = new Map<number, number>()
  const readPost = async (id: number) => {
    const startedAt = performance.now()
    const cId = changeOf((await get(`/resources/Desk/Blog/${blog}/Post/${id}`)).text)
    ledger.checkResponse(`post:${id}`, cId, startedAt)
    if (!(cId >= (last.get(id) ?? 0))) ledger.reportFault(`post ${id} went from change ${last.get(id)} to ${cId}`)
    last.set(id, cId)
  }
  return {
    poll: async () => {
      // One of the newest posts, so that many clients read the same ones.
      const id = posts.at(-1 - Math.floor(Math.random() * 8))
      if (id !== undefined) await readPost(id)
    },
    conclude: async (sql) => {
      for (const id of [...last.keys()].slice(-20)) {
        await readPost(id)
        const [post] = await sql<{ CId: number }[]>`select c_id from posts where id = ${id}`
        if (last.get(id) !== post?.CId) ledger.reportFault(`post ${id} ended at ${last.get(id)}, not ${post?.CId}`)
      }
    }
  }
}
