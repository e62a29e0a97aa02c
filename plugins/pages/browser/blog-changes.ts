/** Follows the changes of a blog by a stream, and polls where streams are not available or fail. */

/**
 * `live` while the stream is open, `polling` if only polls succeed, `waiting` if neither does, `ended` if the session
 * has ended, `closed` or `gone` when there is nothing to wait for.
 */
export type State = 'live' | 'polling' | 'waiting' | 'ended' | 'closed' | 'gone'

/** Milliseconds in which a stream must open. A proxy that collects whole responses never lets it open. */
const PATIENCE = 10_000
/** Milliseconds between the first failure and the next attempt. Each further failure doubles the time. */
const FIRST_DELAY = 3_000
const MAX_DELAY = 120_000
/** Number of failures that the delay counts after a successful poll: 12 seconds. */
const POLLING_FAILURES = 2
/** Number of polls after which the page reads the blog itself, because polls do not tell whether it has changed. */
const POLLS = 5
/** Number of streams that may stay silent before the page only polls. */
const MAX_SILENT = 2
/** Maximum number of polls between two attempts to open a stream: half an hour. */
const MAX_POLLS = 128

/** A list of posts that a page follows. */
export interface Followed {
  /** Returns the address of the changes after the last one that the page has. It has a query. */
  readonly address: () => string
  /** Returns the address that polls ask for, which many pages share. If it is absent, they ask for `address`. */
  readonly sharedAddress?: () => string
  /** Whether the page never opens a stream. */
  readonly onlyPolls?: boolean
  /** Takes a document of the list, or an event of its stream. @returns whether another address has more changes */
  readonly take: (document: string) => boolean
  /** Called when all that has arrived was taken. */
  readonly show?: () => void
  /** Returns parameters of the stream only, in addition to those of the address. */
  readonly streamParameters?: () => string
  /** Takes the version of the blog itself when its title, look or state has changed; undefined if it may have. */
  readonly takeVersion?: (version?: number) => void
  readonly onState: (state: State) => void
}

/** Follows a list of posts of a blog. */
export const blogChanges = (followed: Followed) => {
  const { address, sharedAddress, onlyPolls = false, take, show, streamParameters, takeVersion, onState } = followed
  let source: EventSource | undefined
  let timer: number | undefined
  let failures = 0
  let silent = 0
  let polls = 0
  // Streams are tried again after this number of polls, and then after twice as many.
  let streamAt = 0
  let pause = 1
  let isOver = false
  // The answer to a request may come after the page was paused.
  let isActive = false

  const streamAddress = () => `${address()}${streamParameters?.() ?? ''}&stream`

  const disconnect = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  const stop = () => {
    isActive = false
    disconnect()
  }

  const finish = (state: State) => {
    isOver = true
    stop()
    onState(state)
  }

  /** Stops until the page starts again, after a login. */
  const endSession = () => {
    stop()
    onState('ended')
  }

  const later = (state: State = 'waiting') => {
    disconnect()
    onState(state)
    const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** failures)
    failures += 1
    // Readers that lost the service at the same moment must not all return at the same moment.
    timer = setTimeout(retry, delay * (0.5 + Math.random()))
  }

  const connect = () => {
    disconnect()
    const stream = new EventSource(streamAddress())
    source = stream
    timer = setTimeout(() => {
      silent += 1
      later()
    }, PATIENCE)
    stream.onopen = () => {
      clearTimeout(timer)
      failures = 0
      silent = 0
      pause = 1
      onState('live')
    }
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      take(data)
      show?.()
    }
    stream.onerror = () => {
      clearTimeout(timer)
      if (stream.readyState === EventSource.CLOSED) later()
      else onState('waiting')
    }
    stream.addEventListener('blog', ({ data }) => takeVersion?.(Number(data)))
    stream.addEventListener('reset', () => location.reload())
    stream.addEventListener('close', ({ data }) => {
      if (data === 'closed' || data === 'gone') finish(data)
      if (data === 'session ended') endSession()
    })
  }

  /** Opens the stream if a test shows that it can be, because an EventSource does not report the status; else polls. */
  const retry = async () => {
    if (onlyPolls || silent === MAX_SILENT || polls < streamAt) return poll()
    const status = await statusOf(streamAddress())
    if (!isActive) return
    if (status === 200) return connect()
    if (status === 204) return finish('closed')
    if (status === 404) return finish('gone')
    if (status === 401) return endSession()
    // The service has no room for another stream, and polls cost it next to nothing.
    if (status === 429 || status === 503) {
      streamAt = polls + pause
      pause = Math.min(MAX_POLLS, pause * 2)
    }
    await poll()
  }

  const poll = async () => {
    for (let hasMore = true; hasMore;) {
      // Without cookies, caches have one answer for everybody.
      const options: RequestInit = sharedAddress === undefined ? {} : { credentials: 'omit' }
      const response = await fetch((sharedAddress ?? address)(), options).catch(() => undefined)
      const document = response?.ok === true ? await response.text() : undefined
      if (!isActive) return
      if (response?.status === 410) location.reload()
      if (response?.status === 404) return finish('gone')
      if (response?.status === 401) return endSession()
      if (document === undefined) return later()
      hasMore = take(document)
    }
    show?.()
    polls += 1
    if (polls % POLLS === 0) takeVersion?.()
    failures = Math.min(failures, POLLING_FAILURES)
    later(onlyPolls ? 'live' : 'polling')
  }

  return {
    /** Starts or resumes after the last change that was shown. */
    start: () => {
      if (isOver) return
      isActive = true
      if (onlyPolls) later('live')
      else connect()
    },
    stop,
    /** Ends it for good, because the blog is closed. */
    close: () => finish('closed')
  }
}

const statusOf = async (address: string): Promise<number> => {
  try {
    return (await fetch(address, { method: 'HEAD' })).status
  } catch {
    return 0
  }
}
