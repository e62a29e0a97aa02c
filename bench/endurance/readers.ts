/** Clients that poll documents, like readers and caches, and check every answer. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Agent } from 'undici'
import type { Pool } from '../../db/client.ts'
import { ask, RETRY_DELAY } from '../load/requests.ts'
import type { Ledger } from './ledger.ts'

/** The options that all clients of a blog share, and the headers of one of them. */
export interface ClientOptions {
  /** Address of a process of the service, which may differ from call to call. */
  base: () => string
  dispatcher: Agent
  sql: Pool
  ledger: Ledger
  blog: number
  headers: Readonly<Record<string, string>>
  conditional: boolean
}

export interface Client {
  poll: () => Promise<unknown>
  /** Compares its posts with the database, while others write. */
  check?: () => Promise<void>
  /** Compares its posts with the database, after all writes have ended. */
  conclude: () => Promise<void>
  /** Closes the connection, if there is one. */
  leave?: () => void
}

/** A document, and the address of its next page. */
interface Page {
  text: string
  next: string | undefined
}

const decoders: Readonly<Record<string, typeof gunzipSync>> = { gzip: gunzipSync, br: brotliDecompressSync }

/** Returns a function that requests documents and checks their ETags. */
export const getter = ({ base, dispatcher, ledger, headers, conditional }: ClientOptions) => {
  const cachedPages = new Map<string, Page & { etag: string }>()
  const { counts } = ledger
  return async (path: string): Promise<Page> => {
    const cachedPage = conditional ? cachedPages.get(path) : undefined
    const condition = cachedPage && { 'if-none-match': cachedPage.etag }
    const request = () => ask(base() + path, { dispatcher, headers: { ...headers, ...condition } }, [200, 304, 503])
    let answer = await request()
    for (; answer.status === 503; answer = await request()) await sleep(RETRY_DELAY)
    const etag = String(answer.headers.etag)
    counts.reads += 1
    if (answer.status === 304 && cachedPage !== undefined) {
      counts.unchanged += 1
      if (etag !== cachedPage.etag) ledger.reportFault(`${path} returned 304 for ${cachedPage.etag}, but has ${etag}`)
      return cachedPage
    }
    ledger.checkTag(etag, createHash('sha256').update(answer.body).digest('hex'))
    const decode = decoders[String(answer.headers['content-encoding'])]
    const next = /<([^>]*)>; rel="next"/.exec(String(answer.headers.link))?.[1]
    const page = { text: `${decode?.(answer.body) ?? answer.body}`, next }
    if (conditional) cachedPages.set(path, { ...page, etag })
    return page
  }
}

/** Returns the change number of a list or an item in XML or JSON. */
const changeOf = (text: string) => Number(/(?:\blastCId=|"lastCId":|<CId>|"CId":)"?(\d+)/.exec(text)?.[1])

/** Returns a function that reads a document, and checks that its change number is not too old and never falls. */
const changeReader = (options: ClientOptions) => {
  const get = getter(options)
  const last = new Map<string, number>()
  return async (path: string, tag: string) => {
    const startedAt = performance.now()
    const cId = changeOf((await get(path)).text)
    options.ledger.checkAnswer(tag, cId, startedAt)
    if (!(cId >= (last.get(tag) ?? 0))) options.ledger.reportFault(`${path} went from ${last.get(tag)} to ${cId}`)
    last.set(tag, cId)
    return cId
  }
}

/** Returns a client that polls the list of a blog's published posts. */
export const readList = (options: ClientOptions): Client => {
  const { sql, ledger, blog } = options
  const read = changeReader(options)
  const poll = () => read(`/resources/Desk/Blog/${blog}/Post/Published`, `blog:${blog}`)
  return {
    poll,
    conclude: async () => {
      const last = await poll()
      const [{ Newest }] = await sql<[{ Newest: number }]>`
        select published_c_id as newest from blogs where id = ${blog}`
      if (last !== Newest) ledger.reportFault(`the list of blog ${blog} ended at ${last}, not ${Newest}`)
    }
  }
}

/** Number of the newest posts from which a client chooses one, so that many clients read the same ones. */
const NEWEST = 8

/** Returns a client that polls random posts of a blog. */
export const readItems = (options: ClientOptions, posts: readonly number[]): Client => {
  const { sql, ledger, blog } = options
  const read = changeReader(options)
  const readPost = (id: number) => read(`/resources/Desk/Blog/${blog}/Post/${id}`, `post:${id}`)
  return {
    poll: async () => {
      const id = posts.at(-1 - Math.floor(Math.random() * NEWEST))
      if (id !== undefined) await readPost(id)
    },
    conclude: async () => {
      for (const id of posts.slice(-2 * NEWEST)) {
        const last = await readPost(id)
        const [post] = await sql<{ CId: number }[]>`select c_id from posts where id = ${id}`
        if (last !== post?.CId) ledger.reportFault(`post ${id} ended at ${last}, not ${post?.CId}`)
      }
    }
  }
}
