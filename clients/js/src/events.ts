/** Reads server-sent events (WHATWG HTML, section 9.2.6). */

export interface StreamEvent {
  /** Name of the event; `message` if the stream does not name it. */
  readonly type: string
  readonly data: string
  /** The last id that the stream has sent, with this event or before; empty before the first. */
  readonly id: string
}

/** Characters of an event, at most: twice as many as a post can have. A stream without line ends takes all memory. */
const MAX_EVENT = 8 * 1024 * 1024

/**
 * Returns a function that takes the next piece of a stream's text, and yields the events that it completes.
 * @param onRetry called with the milliseconds that the stream asks clients to wait before they reconnect
 * @param onId called with each id, also with those that come without an event
 */
export const eventReader = (onRetry: (delay: number) => void = () => {}, onId: (id: string) => void = () => {}) => {
  let rest = ''
  let length = 0
  let [id, type, data]: [string, string, string[]] = ['', '', []]

  const takeField = (name: string, value: string) => {
    if (name === 'data') data.push(value)
    else if (name === 'event') type = value
    else if (name === 'id') onId((id = value))
    else if (name === 'retry' && /^\d+$/.test(value)) onRetry(Number(value))
  }

  return function* (piece: string): Generator<StreamEvent, undefined> {
    // A carriage return at the end may be the first half of a line end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    length = lines.includes('') ? rest.length : length + piece.length
    if (length > MAX_EVENT) throw new Error('An event of the stream is too long.')
    for (const line of lines) {
      const [name = '', value = ''] = line.split(/:(.*)/s)
      if (line !== '') takeField(name, value.replace(/^ /, ''))
      else {
        if (data.length > 0) yield { type: type || 'message', data: data.join('\n'), id }
        type = ''
        data = []
      }
    }
  }
}
