/** Reads all pages of a feed: after the feed itself those of its archive, from the newest to the oldest. */
import type { GuardedClient, OutgoingResponse } from '../../plugins/outgoing/index.ts'
import { detached } from '../detached.ts'
import { lost, type Foreign, type Loss } from '../foreign.ts'
import type { FileFormat } from '../formats/index.ts'
import { earlierPage, type PageLinks } from '../formats/paging.ts'
import { recognise, SAMPLE } from '../recognise.ts'
import { messageOf } from '../../schemas/language/errors.ts'

/** Pages that are read, in case a service leads to ever more of them. */
const MAX_PAGES = 10_000

export interface Feed {
  readonly format: FileFormat
  /** Identifies a blog that the feed gives no id. */
  readonly id: string
  /** Address of the feed, after redirects. Its other pages must have the same origin. */
  readonly url: URL
  readonly get: GuardedClient
  readonly signal: AbortSignal
}

/** The links of the page that is read. */
interface Reading {
  links: PageLinks
}

/**
 * Returns the items in all pages of a feed, and whether there are more than one. A post that several pages
 * have is taken from the newest of them. A page that cannot be read is reported, and ends the reading.
 */
export const allPages = (first: AsyncIterable<Uint8Array>, feed: Feed) => {
  const reading: Reading = { links: new Map() }
  return { found: readPages(first, feed, reading), hasPages: () => earlierPage(reading.links) !== undefined }
}

async function* readPages(first: AsyncIterable<Uint8Array>, feed: Feed, reading: Reading): AsyncGenerator<Foreign> {
  const { format, id, url, get, signal } = feed
  const pageOf = new Map<string, number>()
  const addresses = new Set([url.href])
  /** Returns whether no newer page has a value. */
  const isNew = (value: Foreign, page: number): boolean => {
    if (value.kind !== 'post') return value.kind === 'loss' || page === 1
    const earlier = pageOf.get(value.id)
    if (earlier === undefined) pageOf.set(detached(value.id), page)
    return earlier === undefined || earlier === page
  }

  for await (const value of format.read(first, id, reading.links)) if (isNew(value, 1)) yield value
  let from = url
  for (let page = 2; !signal.aborted; page++) {
    const address = earlierPage(reading.links)
    if (address === undefined) return
    const next = URL.parse(address, from)
    if (next === null || next.origin !== url.origin) {
      yield missing(`The page ${address} was not read: its origin is not that of the feed, ${url.origin}`)
      return
    }
    // A page that leads back to itself or to a newer one.
    if (addresses.has(next.href)) return
    addresses.add(next.href)
    if (page > MAX_PAGES) {
      yield missing(`The feed has more than ${MAX_PAGES} pages: ${next.href} and those before were not read`)
      return
    }
    try {
      const response = await get(next, { isStream: true, signal })
      from = response.url
      reading.links = new Map()
      const { bytes, head } = withHead(bodyOf(response, url))
      let hasPosts = false
      for await (const value of format.read(bytes, id, reading.links)) {
        hasPosts ||= value.kind === 'post'
        if (isNew(value, page)) yield value
      }
      // A service that is overloaded may answer with a page for people and the status 200.
      const isPage = hasPosts || (await recognise({ address: '', bytes: head() }).catch(() => undefined)) === format
      if (!isPage) throw new Error('it is no page of the feed')
    } catch (error) {
      if (signal.aborted) return
      const reason = messageOf(error)
      yield missing(`The page ${next.href} could not be read, nor could those before it: ${reason}`)
      return
    }
  }
}

/** @throws Error if the response has no page */
const bodyOf = (response: OutgoingResponse, { origin }: URL): AsyncIterable<Uint8Array> => {
  const { url, status, body, discard } = response
  if (status === 200 && url.origin === origin) return body
  discard()
  throw new Error(status === 200 ? `it leads to another origin, ${url.origin}` : `its status is ${status}`)
}

/** Returns bytes that are read, and a function that then returns the first of them. */
const withHead = (bytes: AsyncIterable<Uint8Array>) => {
  const first: Uint8Array[] = []
  let size = 0
  async function* all() {
    for await (const chunk of bytes) {
      if (size < SAMPLE) first.push(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { bytes: all(), head: () => Buffer.concat(first).subarray(0, SAMPLE) }
}

/** Yields the items of a file, and whether the feed has earlier pages, which a file does not bring. */
export async function* onePage(first: AsyncIterable<Uint8Array>, { read }: FileFormat): AsyncGenerator<Foreign> {
  const links: PageLinks = new Map()
  yield* read(first, '', links)
  const address = earlierPage(links)
  if (address !== undefined) {
    yield missing(`The file is one page of a feed. The page before it, ${address}, was not read`)
  }
}

const missing = (why: string): Loss => lost(undefined, 'missing posts', `${why}.`)
