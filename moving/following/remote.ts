/** Reads the published posts of a blog of another service. */
import { setTimeout as sleep } from 'node:timers/promises'
import { linkedAddress } from '../../plugins/outgoing/addresses.ts'
import { Refusal, type GuardedClient, type OutgoingResponse } from '../../plugins/outgoing/index.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import {
  FULL_FILTER,
  INDEX_FILTER,
  parsed,
  parsePage,
  SMALL_FILTER,
  TIME_FORMAT,
  type Entry,
  type WirePage
} from './wire.ts'

/** The cursor is beyond the newest change of the other service, as after it was restored. */
export class CursorGone extends Error {
  constructor() {
    super('The change number is gone at the other service')
  }
}

/** Changes, the oldest first. */
export interface Changes {
  readonly entries: readonly Entry[]
  /** The newest change number of the list, as far as the service says. */
  readonly newest: number | undefined
  /** Whether the service may have more of them. */
  readonly isFull: boolean
}

/** The list of the other service has more posts than a process can compare, or does not end. */
export class TooMany extends Error {
  constructor() {
    super(`The source has more than ${MAX_POSTS} posts: too many to follow`)
  }
}

export type Remote = Awaited<ReturnType<typeof openRemote>>

/** Changes on a page, at most. Pages that are too large are halved. */
export const PAGE = 200
const INDEX_PAGE = 1000
/** Posts of a list, at most: the index of more would not fit into the memory of a process. */
const MAX_POSTS = 500_000
/** Milliseconds until a service that has no room for a stream is asked again, at least; at most, twice as many. */
const ROOM_DELAY = 2_000
/** Milliseconds between two pieces of a stream, at least: a service may send 64 KiB of lines again and again. */
const PIECE_DELAY = 50

/**
 * Finds the list of published posts behind the address of a blog or of the list itself.
 * @param get for documents
 * @param stream for streams, which may be silent for longer
 */
export const openRemote = async (
  address: string,
  { get, stream, signal }: { get: GuardedClient; stream: GuardedClient; signal: AbortSignal }
) => {
  const read = async (url: string | URL, headers: Readonly<Record<string, string>> = {}) => {
    const response = await get(url, { headers: { accept: 'application/json', ...headers }, signal })
    const bytes = await response.bytes()
    return { status: response.status, text: bytes.toString(), url: response.url }
  }
  const first = await read(address, { 'x-filter': 'Id' })
  if (first.status !== 200) throw new Error(`The other service answered ${first.status}`)
  const document = parsed(first.text)
  const { href } = membersOf(document['PostPublished'])
  if (href === undefined && document['PostList'] === undefined) {
    throw new Error('The address leads to neither a blog nor a list of its published posts')
  }
  const list = linkedAddress(typeof href === 'string' ? href : first.url.href, first.url.href)
  if (list === undefined) throw new Error('The blog has no address of its published posts')
  let filter = FULL_FILTER
  let paging = ''
  let isFull = false
  let wasRefused = false

  const page = async (query: Readonly<Record<string, string>>, properties = filter): Promise<WirePage> => {
    const url = new URL(list)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    if (paging !== '') url.searchParams.set('asc', paging)
    const names = filter === FULL_FILTER ? properties : SMALL_FILTER
    const { status, text } = await read(url, { 'x-filter': names, 'x-format-datetime': TIME_FORMAT })
    if (status === 410) throw new CursorGone()
    if (status === 400 && filter === FULL_FILTER && !isFull) {
      // Live Blog 2 refuses names that it does not know, and does not page by change number unless it is told to. A
      // service that refuses them once, or has accepted them before, errs: without their identities, its posts would be
      // taken for other ones.
      if (!wasRefused) {
        wasRefused = true
        return page(query, properties)
      }
      filter = SMALL_FILTER
      paging = 'cId'
      return page(query)
    }
    if (status !== 200) throw new Error(`The other service answered ${status}`)
    isFull ||= names === FULL_FILTER
    const since = Number(query['cId.since'] ?? 0)
    const { entries, lastCId } = parsePage(text, list.href, since)
    // Live Blog 2 does not answer 410. Its list would have nothing until its numbers have come as far again.
    if (lastCId !== undefined && lastCId < since) throw new CursorGone()
    return { entries: entries.toSorted((one, other) => one.number - other.number), lastCId }
  }

  /** Returns the next changes; fewer if they are too large together. */
  const nextChanges = async (since: number, limit: number, properties = filter): Promise<Changes> => {
    const query = { 'cId.since': String(since), limit: String(limit) }
    try {
      return changesOf(await page(query, properties), limit)
    } catch (error) {
      if (!(error instanceof Refusal) || !/more than \d+ bytes/.test(error.message)) throw error
      if (limit > 1) return nextChanges(since, Math.ceil(limit / 2), properties)
      const changes = changesOf(await page(query, INDEX_FILTER), limit)
      const refusal = 'The post is too large to be read.'
      return { ...changes, entries: changes.entries.map((entry) => ({ ...entry, refusal })) }
    }
  }

  /** Reads all changes. A service may answer with fewer than it was asked for, so a short page is not the last one. */
  const allChanges = async function* (since: number, limit: number, properties?: string) {
    let count = 0
    for (let cursor = since; ;) {
      const changes = await nextChanges(cursor, limit, properties)
      count += changes.entries.length
      if (count > MAX_POSTS) throw new TooMany()
      yield changes
      const last = changes.entries.at(-1)?.number ?? cursor
      if (last <= cursor) return
      cursor = last
    }
  }

  return {
    /** Returns the changes after a cursor. Reads all pages, one after the other. */
    changes: (since: number) => allChanges(since, PAGE),
    /** Returns some changes after a cursor, fewer than a limit if they are too large together. */
    some: (since: number, limit: number) => nextChanges(since, limit),
    /**
     * Returns the last change of all posts that are or were published, without their texts, page by page and in the
     * order of changes: a post that changes while the pages are read comes again, on a later one.
     */
    index: () => allChanges(0, INDEX_PAGE, INDEX_FILTER),
    /** Returns the newest change number of the list; undefined if the service does not say. */
    newest: async () => (await page({ limit: '1' }, INDEX_FILTER)).lastCId,
    /**
     * Calls back at each change, until the stream ends. Waits while the service has no room for a stream.
     * @param since returns the cursor from which a stream begins
     * @param onChange gets the number of the change; 0 if the service does not say
     * @returns whether the service has streams
     */
    async listen(since: () => number, onChange: (number: number) => void) {
      const open = () => {
        const url = new URL(list)
        url.searchParams.set('cId.since', String(since()))
        return stream(url, { headers: { accept: 'text/event-stream', 'x-filter': 'CId' }, signal, isStream: true })
      }
      let response = await open()
      while (response.status === 429 || response.status >= 500) {
        response.discard()
        await sleep(ROOM_DELAY * (1 + Math.random()), undefined, { signal, ref: false })
        response = await open()
      }
      if (!isStream(response)) {
        response.discard()
        return false
      }
      // An event may come in pieces, so everything but a heartbeat counts as one.
      const numberIn = numberReader()
      for await (const chunk of response.body) {
        const text = chunk.toString()
        if (!HEARTBEAT.test(text)) onChange(numberIn(text))
        await sleep(PIECE_DELAY, undefined, { signal, ref: false })
      }
      return true
    }
  }
}

/**
 * Returns the changes on a page. A service may read a list first and its posts afterwards. A post that changes in
 * between has a number beyond those of the list, and a cursor beyond them would pass over changes that the list does
 * not have.
 */
const changesOf = ({ entries, lastCId }: WirePage, limit: number): Changes => ({
  entries: entries.map((entry) => ({ ...entry, number: Math.min(entry.number, lastCId ?? Infinity) })),
  newest: lastCId,
  isFull: entries.length >= limit
})

/** Returns a function that returns the greatest id in the next piece of a stream; 0 without one. */
const numberReader = () => {
  let rest = ''
  return (piece: string): number => {
    const lines = (rest + piece).split('\n')
    // Of a line that goes on in the next piece, the beginning is enough.
    rest = (lines.at(-1) ?? '').slice(0, ID_LENGTH)
    return Math.max(...lines.map((line) => Number(ID.exec(line)?.[1] ?? 0)))
  }
}
const ID = /^id: ?(\d{1,10})\r?$/
const ID_LENGTH = 20

/** A comment line, which has no meaning but that the stream is open. */
const HEARTBEAT = /^:.*\n\n$/

/** A compressed stream does not count: it could take a processor for years, and never come to a line. */
const isStream = ({ status, headers: { 'content-type': type = '', 'content-encoding': encoding } }: OutgoingResponse) =>
  status === 200 && type.startsWith('text/event-stream') && encoding === undefined
