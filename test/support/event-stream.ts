/** Reads server-sent events as a browser's EventSource does (WHATWG HTML, section 9.2.6). */

/** One event: its type, its data, and the id its reader would come back with. */
export interface StreamEvent {
  id: string
  type: string
  data: string
}

export interface EventStream {
  status: number
  headers: Headers
  /** The id a reader would come back with now. */
  lastEventId: () => string
  /** The next event. @throws Error when the stream ends, or is silent for too long */
  next: () => Promise<StreamEvent>
  /** All events up to the end of the stream. */
  rest: () => Promise<StreamEvent[]>
  close: () => Promise<void>
}

/** Longer than this, in milliseconds, and an event is not coming. */
const PATIENCE = 5000

/**
 * The events of a stream's text, as it comes.
 * @param remember told the id to come back with, also when no event is with it
 */
export const eventsIn = async function* (
  text: AsyncIterable<string> | Iterable<string>,
  remember: (id: string) => void
): AsyncGenerator<StreamEvent, undefined> {
  let lastEventId = ''
  let rest = ''
  for await (const chunk of text) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => /^([^:]*):? ?(.*)$/.exec(line) ?? [])
      const valuesOf = (name: string) => fields.flatMap(([, field, value = '']) => (field === name ? [value] : []))
      const id = valuesOf('id').at(-1)
      if (id !== undefined) remember((lastEventId = id))
      const data = valuesOf('data')
      if (data.length > 0) yield { id: lastEventId, type: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }
    }
  }
}

/** Opens a stream; it is read as it comes. */
export const openStream = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> => {
  const closing = new AbortController()
  const { status, headers: answered, body } = await fetch(url, { headers, signal: closing.signal })
  let lastEventId = ''
  const events = eventsIn(body?.pipeThrough(new TextDecoderStream()) ?? [], (id) => {
    lastEventId = id
  })

  const next = async () => {
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no event came for ${PATIENCE} ms`)), PATIENCE)
    })
    const result = await Promise.race([events.next(), patience]).finally(() => clearTimeout(timer))
    if (result.done === true) throw new Error('the stream has ended')
    return result.value
  }

  return {
    status,
    headers: answered,
    lastEventId: () => lastEventId,
    next,
    rest: async () => {
      const rest = []
      for await (const event of events) rest.push(event)
      return rest
    },
    close: async () => closing.abort()
  }
}
