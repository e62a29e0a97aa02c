/** Follows the changes of a blog: by a stream, and by polling while streams fail. */

/**
 * `live` while the stream is open, `polling` if only polls succeed, `waiting` if neither does, `closed` or `gone` when
 * there is nothing to wait for.
 */
export type State = 'live' | 'polling' | 'waiting' | 'closed' | 'gone'

/** Milliseconds in which a stream must open. A proxy that collects whole responses never lets it open. */
const PATIENCE = 10_000
/** Milliseconds between the first failure and the next attempt. Each further failure doubles the time. */
const FIRST_DELAY = 3_000
const MAX_DELAY = 120_000
/** Number of failures that the delay counts after a successful poll: 12 seconds. */
const POLLING_FAILURES = 2
/** Number of streams that may stay silent before the page only polls. */
const MAX_SILENT = 2

/**
 * Follows the published posts of a blog.
 * @param list address of the list of published posts
 * @param since change number of the page
 * @param show called with the articles of changed posts, the oldest change first
 */
export const blogChanges = (
  list: string,
  since: number,
  show: (articles: readonly HTMLElement[]) => void,
  onState: (state: State) => void
) => {
  let cursor = since
  let source: EventSource | undefined
  let timer: number | undefined
  let failures = 0
  let silent = 0
  let isOver = false
  // The answer to a request may come after the page was paused.
  let isActive = false

  // All readers ask for the same language, whatever they prefer, so that the service writes each change once.
  const address = () => `${list}?X-Filter=*&Accept-Language=en&cId.since=${cursor}`
  const streamAddress = () => `${address()}&stream`

  const take = (markup: string) => {
    const document = new DOMParser().parseFromString(markup, 'text/html')
    const articles = [...document.querySelectorAll<HTMLElement>('article.post')]
    for (const { dataset } of articles) cursor = Math.max(cursor, Number(dataset.cId))
    show(articles)
  }

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
    stream.addEventListener('reset', () => location.reload())
    stream.addEventListener('close', ({ data }) => {
      if (data === 'closed' || data === 'gone') finish(data)
    })
  }

  /** Tests whether the stream can be opened, because an EventSource does not report the status; polls otherwise. */
  const retry = async () => {
    const status = await statusOf(streamAddress())
    if (!isActive) return
    if (status === 204) finish('closed')
    else if (status === 404) finish('gone')
    else if (status === 200 && silent < MAX_SILENT) connect()
    else await poll()
  }

  const poll = async () => {
    const response = await fetch(address()).catch(() => undefined)
    const markup = response?.ok === true ? await response.text() : undefined
    if (!isActive) return
    if (response?.status === 410) location.reload()
    if (markup === undefined) return later()
    take(markup)
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
