/** Follows the changes of a blog: by a stream, and by polling while streams fail. */

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

/** A list of posts that a page follows. */
export interface Followed {
  /** Returns the address of the changes after the last one that the page has. It has a query. */
  readonly address: () => string
  /** Takes a document of the list, or an event of its stream. */
  readonly take: (document: string) => void
  /** Returns parameters of the stream only, in addition to those of the address. */
  readonly streamParameters?: () => string
  /** Takes the version of the blog itself when its title, look or state has changed; undefined if it may have. */
  readonly takeVersion?: (version?: number) => void
  readonly onState: (state: State) => void
}

/** Follows a list of posts of a blog. */
export const blogChanges = ({ address, take, streamParameters, takeVersion, onState }: Followed) => {
  let source: EventSource | undefined
  let timer: number | undefined
  let failures = 0
  let silent = 0
  let polls = 0
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
  const pause = () => {
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
      onState('live')
    }
    stream.onmessage = ({ data }: MessageEvent<string>) => take(data)
    stream.onerror = () => {
      clearTimeout(timer)
      if (stream.readyState === EventSource.CLOSED) later()
      else onState('waiting')
    }
    stream.addEventListener('blog', ({ data }) => takeVersion?.(Number(data)))
    stream.addEventListener('reset', () => location.reload())
    stream.addEventListener('close', ({ data }) => {
      if (data === 'closed' || data === 'gone') finish(data)
      if (data === 'session ended') pause()
    })
  }

  /** Tests whether the stream can be opened, because an EventSource does not report the status; polls otherwise. */
  const retry = async () => {
    const status = await statusOf(streamAddress())
    if (!isActive) return
    if (status === 204) finish('closed')
    else if (status === 404) finish('gone')
    else if (status === 401) pause()
    else if (status === 200 && silent < MAX_SILENT) connect()
    else await poll()
  }

  const poll = async () => {
    const response = await fetch(address()).catch(() => undefined)
    const document = response?.ok === true ? await response.text() : undefined
    if (!isActive) return
    if (response?.status === 410) location.reload()
    if (response?.status === 401) return pause()
    if (document === undefined) return later()
    take(document)
    polls += 1
    if (polls % POLLS === 0) takeVersion?.()
    failures = Math.min(failures, POLLING_FAILURES)
    later('polling')
  }

  return {
    /** Starts or resumes after the last change that was shown. */
    start: () => {
      if (isOver) return
      isActive = true
      connect()
    },
    stop
  }
}

const statusOf = async (address: string): Promise<number> => {
  try {
    return (await fetch(address, { method: 'HEAD' })).status
  } catch {
    return 0
  }
}
