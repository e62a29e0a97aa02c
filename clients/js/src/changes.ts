/**
 * Follows the changes of a list, in any representation: by a stream, and by polls where streams are refused, fail or
 * stay silent. It goes on after the last change that it has, so it misses none and has none twice.
 */
import type { Connection } from './connection.ts'
import { eventReader } from './events.ts'
import type { End, News, Parsed } from './news.ts'
import { retryAfterOf } from './requests.ts'
import { pause, watch } from './watch.ts'

export interface Following<Item> extends Connection {
  /** Address of the list, with a query that shapes its items. */
  readonly list: string
  /** Number of the change after which it begins; 0 for all. */
  readonly since: number
  readonly parse: (text: string) => Parsed<Item>
  /** Whether it never opens a stream. */
  readonly onlyPolls?: boolean
  /** Maximum number of changes that a poll asks for. */
  readonly limit?: number
  /** Returns the last known version of the blog. With it, changes of the blog itself are news, too. */
  readonly blogVersion?: () => number
}

/** Milliseconds in which a stream must begin. A proxy that collects whole responses never lets it. */
const PATIENCE = 10_000
/** Milliseconds after which a silent stream is dead. The service sends a heartbeat every 15 seconds. */
const SILENCE = 40_000
/** Milliseconds in which a poll must be answered. */
const POLL_LIMIT = 60_000
/** Milliseconds between the first failure and the next attempt. Each further failure doubles the time. */
const FIRST_DELAY = 3_000
const MAX_DELAY = 120_000
/**
 * Number of failures that the delay counts after a successful poll: 12 seconds. Also without any answer: while nobody
 * answers, asking costs the service nothing.
 */
const POLLING_FAILURES = 2
/** Number of polls after which the blog itself may have changed, because polls do not tell. */
const POLLS = 5
/** Maximum number of polls between two attempts to open a stream: half an hour. */
const MAX_POLLS = 128
/** Milliseconds between two polls, at least, but for the first two. */
const LEAST_PAUSE = 6_000
/** Number of changes at an address that polls of the public ask for, so that followers with other cursors share it. */
const BLOCK = 16

const ENDS: ReadonlyMap<number, End> = new Map([
  [204, 'closed'],
  [401, 'ended'],
  [404, 'gone']
])
const CLOSINGS: ReadonlyMap<string, End> = new Map([
  ['closed', 'closed'],
  ['gone', 'gone'],
  ['session ended', 'ended']
])

/** The result of a stream or poll. */
type Outcome =
  | { readonly end: End }
  /** The stream was open, and has broken. */
  | { readonly retry: number }
  | { readonly isReset: true }
  /** The status of the response; 0 without one. */
  | { readonly status: number; readonly retryAfter?: number }

const outcomeOf = ({ status, headers }: Response): Outcome => {
  const end = ENDS.get(status)
  return end === undefined ? { status, retryAfter: retryAfterOf(headers.get('retry-after')) } : { end }
}

/**
 * Yields the changes of a list as they arrive, and the state of the connection after each attempt. Returns after a
 * final state, or when the signal aborts.
 */
export async function* changes<Item>(following: Following<Item>): AsyncGenerator<News<Item>, undefined> {
  const { list, parse, onlyPolls = false, limit, blogVersion, token, credentials = 'omit' } = following
  const { signal = new AbortController().signal, fetch: send = fetch } = following
  const isPublic = token === undefined && credentials === 'omit'
  let cursor = following.since
  // Streams in a row that were refused, brought something else than posts, or stayed silent.
  let useless = 0
  let [failures, polls] = [0, 0]
  // Streams are tried again after this number of polls.
  let streamAt = 0
  // The whole list is read in large pages; so are the changes after a cursor that no cache has reached.
  let isFar = cursor === 0

  const streamAddress = () =>
    `${list}&cId.since=${cursor}${blogVersion === undefined ? '' : `&blogVersion=${blogVersion()}`}&stream`
  const blockStart = () => cursor - (cursor % BLOCK)
  const sharesBlocks = () => isPublic && limit === undefined && !isFar
  const pollAddress = () => {
    if (sharesBlocks()) return `${list}&cId.since=${blockStart()}&cId.end=${blockStart() + BLOCK}`
    return `${list}&cId.since=${cursor}${limit === undefined ? '' : `&limit=${limit}`}`
  }

  const ask = (address: string, signal: AbortSignal, cache: RequestInit['cache'] = 'default') =>
    send(address, {
      signal,
      // Runtimes without cookies and caches refuse these.
      ...('credentials' in Request.prototype && { credentials, cache }),
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } })
    })

  async function* stream(): AsyncGenerator<News<Item>, Outcome> {
    const watching = watch(signal, PATIENCE)
    let retry: number | undefined
    let isUnderstood = true
    let pieces = 0
    let isKept = false
    try {
      const response = await ask(streamAddress(), watching.signal, 'no-store')
      const type = response.headers.get('content-type') ?? ''
      const isStream = response.status === 200 && type.startsWith('text/event-stream')
      if (!isStream || response.body === null) return outcomeOf(response)
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      const eventsIn = eventReader((delay) => (retry = Math.min(delay, MAX_DELAY)))
      for (;;) {
        const { done, value } = await reader.read()
        if (signal.aborted || done) break
        watching.expectWithin(SILENCE)
        pieces += 1
        if (pieces === 1) {
          failures = 0
          yield { state: 'live' }
        }
        const items: Item[] = []
        const others = []
        let reached = cursor
        isUnderstood = false
        for (const event of eventsIn(decoder.decode(value, { stream: true }))) {
          const number = Number(event.id)
          if (event.type !== 'message') others.push(event)
          else if (number > reached) {
            items.push(...parse(event.data).items.map(([, item]) => item))
            reached = number
          }
        }
        isUnderstood = true
        cursor = reached
        if (items.length > 0) yield { items, cursor, hasMore: false }
        for (const { type, data } of others) {
          const end = CLOSINGS.get(data)
          if (type === 'blog') yield { version: Number(data) }
          if (type === 'reset') return { isReset: true }
          if (type === 'close' && end !== undefined) return { end }
        }
      }
    } catch {
      // The stream has broken, was not understood, or the watch has ended it. The service sends heartbeats, but a proxy
      // may keep all that follows the beginning, or everything.
      isKept = watching.signal.aborted && pieces < 2
    } finally {
      watching.end()
    }
    // Another stream would begin with the same event, or be kept, too.
    if (!isUnderstood || isKept) return { status: 200 }
    if (retry === undefined) return { status: 0 }
    useless = 0
    return { retry }
  }

  async function* poll(): AsyncGenerator<News<Item>, Outcome> {
    for (let hasMore = true; hasMore;) {
      const end = sharesBlocks() ? blockStart() + BLOCK : undefined
      const watching = watch(signal, POLL_LIMIT)
      try {
        const response = await ask(pollAddress(), watching.signal)
        if (response.status === 410) return { isReset: true }
        if (response.status === 400) yield { refusal: await response.text() }
        if (response.status !== 200) return outcomeOf(response)
        const { items, last = NaN, hasMore: isCut = false } = parse(await response.text())
        if (signal.aborted || !Number.isInteger(last)) return { status: 0 }
        // An item beyond the last change has changed again while the service wrote the page: it will come again.
        const later = items.filter(([number]) => number > cursor && number <= last)
        later.sort(([one], [other]) => one - other)
        // A cache may have an older document, but it may also be that the service's database is older since it was
        // restored. The service knows, if it is asked for the changes after the cursor.
        isFar = isCut || last < cursor
        // Without progress, a cache would give the same document at once.
        hasMore = end === undefined ? isCut && last > cursor : last >= end
        cursor = Math.max(cursor, last)
        yield { items: later.map(([, item]) => item), cursor, hasMore }
      } catch {
        return { status: 0 }
      } finally {
        watching.end()
      }
    }
    polls += 1
    if (polls % POLLS === 0) yield { version: undefined }
    return { status: 200 }
  }

  /** Opens a stream if that may succeed, else polls. Streams bring changes in small parts, the oldest first. */
  async function* attempt(): AsyncGenerator<News<Item>, Outcome> {
    if (onlyPolls || polls < streamAt) return yield* poll()
    const whole = isFar ? yield* poll() : undefined
    if (whole !== undefined && (!('status' in whole) || whole.status !== 200)) return whole
    const outcome = yield* stream()
    if (!('status' in outcome) || signal.aborted) return outcome
    // The service may have no room for another stream. Polls cost it next to nothing.
    if (outcome.status !== 0) {
      const { retryAfter = 0 } = outcome
      const wanted = retryAfter === 0 ? 0 : 2 + retryAfter / LEAST_PAUSE
      streamAt = polls + Math.min(MAX_POLLS, Math.max(2 ** useless, wanted))
      useless += 1
    }
    return whole ?? (yield* poll())
  }

  /** Returns the milliseconds until the next attempt. Followers that failed together must not all return together. */
  const delayAfter = (status: number, retryAfter = 0) => {
    if (status === 200 || status === 0) failures = Math.min(failures, POLLING_FAILURES)
    // Twice the time that the service asks for: half of it is left at least.
    const delay = Math.min(MAX_DELAY, Math.max(FIRST_DELAY * 2 ** failures, 2 * retryAfter))
    failures += 1
    return delay * (0.5 + Math.random())
  }

  // The page or program has just read the list.
  if (onlyPolls && cursor > 0) {
    yield { state: 'live' }
    await pause(delayAfter(0), signal)
  }
  while (!signal.aborted) {
    const outcome = yield* attempt()
    if (signal.aborted) return
    if ('end' in outcome) {
      yield { state: outcome.end }
      return
    }
    if ('isReset' in outcome) {
      cursor = 0
      isFar = true
      yield outcome
    } else if ('retry' in outcome) {
      yield { state: 'waiting' }
      await pause(outcome.retry, signal)
    } else {
      yield { state: outcome.status !== 200 ? 'waiting' : onlyPolls ? 'live' : 'polling' }
      await pause(delayAfter(outcome.status, outcome.retryAfter), signal)
    }
  }
}
