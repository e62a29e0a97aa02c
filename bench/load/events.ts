/** Reads server-sent events like a browser's EventSource (WHATWG HTML, section 9.2.6). */

export interface StreamEvent {
  /** Id that a client sends in Last-Event-ID when it reconnects after this event. */
  id: string
  type: string
  data: string
}

/**
 * Yields the events of a stream while its text arrives.
 * @param remember called with each id, also with ids that come without an event
 */
export const eventsIn = async function* (
  text: AsyncIterable<string> | Iterable<string>,
  remember: (id: string) => void = () => {}
): AsyncGenerator<StreamEvent, undefined> {
  let lastEventId = ''
  let incomplete = ''
  for await (const chunk of text) {
    const blocks = (incomplete + chunk).split('\n\n')
    incomplete = blocks.pop() ?? ''
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
