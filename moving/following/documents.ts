/** Reads documents of sources that are polled: at most once in the time that the other service asks for. */
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { GuardedClient } from '../../plugins/outgoing/index.ts'
import type { ForeignPost } from '../foreign.ts'
import { inUtf8 } from '../formats/encoding.ts'

/** Facts that a follower remembers of a source until its next look, such as the headers of a conditional request. */
export type Bookmark = Readonly<Record<string, string>>

/** A part of a source, as a look at it finds it. */
export interface SourcePage {
  /** Identifies the blog at its service. */
  readonly blogId: string
  readonly posts: readonly ForeignPost[]
  /** Why entries without an identity cannot be copied. */
  readonly leftOut: readonly string[]
  /** Whether a web page has led to the feed. */
  readonly isLinked: boolean
  /** Whether this is a page of an archive. If it has nothing new, neither have the pages after it. */
  readonly isOlder: boolean
  /** Facts with which the next look begins, if this page is the last one. */
  readonly bookmark: Bookmark
  /** Seconds for which the source asks not to be read again. */
  readonly pause: number
}

/** Looks at a source. Unchanged sources have no page. */
export type Look = (bookmark: Bookmark) => AsyncGenerator<SourcePage>

export interface PolledSource {
  readonly get: GuardedClient
  readonly signal: AbortSignal
  /** Reports something about the source that concerns no post. */
  readonly warn: (reason: string) => void
}

/** The other service answered with an error. */
export class Unavailable extends Error {
  readonly status: number
  /** Seconds for which the service asks not to be asked again. */
  readonly pause: number

  constructor(status: number, pause: number) {
    super(`The other service answered ${status}`)
    this.status = status
    this.pause = pause
  }
}

/** Seconds that a source may ask for, at most: with its answers, and with its errors. */
const MAX_PAUSE = 300
const MAX_RETRY = 3600

/**
 * Reads a document, unless it is as the bookmark remembers it.
 * @throws Unavailable for each status but 200, and 304 if the bookmark has a condition
 */
export const readDocument = async (
  url: string | URL,
  accept: string,
  { get, signal }: PolledSource,
  { hash: before, ...conditions }: Bookmark = {}
) => {
  const response = await get(url, { headers: { accept, ...conditions }, signal })
  const { status, headers } = response
  const pause = Math.min(MAX_PAUSE, maxAgeIn(headers))
  if (status !== 200) {
    response.discard()
    if (status === 304 && Object.keys(conditions).length > 0) return { url: response.url, pause }
    throw new Unavailable(status, Math.min(MAX_RETRY, retryIn(headers)))
  }
  const bytes = inUtf8(await response.bytes(), headers['content-type'])
  const digest = hash('sha256', bytes, 'base64url')
  if (digest === before) return { url: response.url, pause }
  const { etag, 'last-modified': modified } = headers
  /** Headers by which the next request asks whether the document has changed, and the hash of the document. */
  const bookmark: Bookmark = {
    hash: digest,
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(modified !== undefined && { 'if-modified-since': modified })
  }
  const sentOn = Date.parse(headers.date ?? '') || Date.now()
  return { url: response.url, bytes, bookmark, pause, sentOn }
}

/** Returns the seconds that a pause of a source may take. */
export const boundedPause = (seconds: number): number => Math.min(MAX_PAUSE, seconds)

const maxAgeIn = ({ 'cache-control': control = '' }: IncomingHttpHeaders): number =>
  Number(/(?:^|[\s,])max-age=(\d{1,9})/i.exec(control)?.[1] ?? 0)

/** Returns the seconds of a header Retry-After, which is a number or a date. */
const retryIn = ({ 'retry-after': value = '' }: IncomingHttpHeaders): number => {
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return seconds > 0 ? seconds : 0
}
