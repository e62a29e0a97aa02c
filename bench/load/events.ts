/** Reads server-sent events while their text arrives. */
import { eventReader, type StreamEvent } from '../../clients/js/src/events.ts'

export type { StreamEvent }

/**
 * Yields the events of a stream.
 * @param remember called with each id, also with ids that come without an event
 */
export const eventsIn = async function* (
  text: AsyncIterable<string> | Iterable<string>,
  remember: (id: string) => void = () => {}
): AsyncGenerator<StreamEvent, undefined> {
  const take = eventReader(() => {}, remember)
  for await (const piece of text) yield* take(piece)
}
