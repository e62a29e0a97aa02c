/** Reads server-sent events like a browser's EventSource (WHATWG HTML, section 9.2.6). */
import { eventsIn, type StreamEvent } from '../../bench/load/events.ts'

export interface EventStream {
  status: number
  headers: Headers
  /** Id that a client would send in Last-Event-ID if it reconnected now. */
  lastEventId: () => string
  /** Waits for the next event. @throws Error if the stream ends, or if no event arrives for 30 seconds */
  next: () => Promise<StreamEvent>
  /** Waits for the end of the stream. Returns all events until then. */
  rest: () => Promise<StreamEvent[]>
  close: () => Promise<void>
}

/** Maximum time to wait for an event, in milliseconds. */
const MAX_WAIT = 30_000

/** Opens a stream. Its events are read while they arrive. */
export const openStream = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> => {
  const closing = new AbortController()
  const { status, headers: answered, body } = await fetch(url, { headers, signal: closing.signal })
  let lastEventId = ''
  const events = eventsIn(body?.pipeThrough(new TextDecoderStream()) ?? [], (id) => {
    lastEventId = id
  })

  const next = async () => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no event arrived for ${MAX_WAIT} ms`)), MAX_WAIT)
    })
    const result = await Promise.race([events.next(), timeout]).finally(() => clearTimeout(timer))
    if (result.done === true) throw new Error('the stream has ended')
    return result.value
  }

  return {
    status,
    headers: answered,
    lastEventId: () => lastEventId,
    next,
    rest: async () => {
      const remaining = []
      for await (const event of events) remaining.push(event)
      return remaining
    },
    close: async () => closing.abort()
  }
}
