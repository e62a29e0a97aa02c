/** Splits bytes into lines of text. */
import { decoded } from './encoding.ts'

export interface Line {
  /** The line without its end; undefined if it is longer than allowed. */
  readonly text: string | undefined
  /** The number of the line; 1 for the first. */
  readonly number: number
}

/**
 * Returns the lines of a text that are not empty. It is in UTF-8, or in the encoding of its byte order mark: the shell
 * of Windows writes UTF-16. Bytes that fit no character become U+FFFD. One line is held at a time.
 * @param maxLength maximum length of a line, in characters
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, maxLength: number): AsyncGenerator<Line> {
  let rest = ''
  let isTooLong = false
  let number = 0
  const take = (text: string): Line[] => {
    number += 1
    const line = isTooLong || text.length > maxLength ? undefined : text
    isTooLong = false
    return line?.trim() === '' ? [] : [{ text: line, number }]
  }
  for await (const piece of decoded(bytes)) {
    const [first = '', ...others] = piece.split('\n')
    rest += first
    for (const text of others) {
      yield* take(rest)
      rest = text
    }
    if (rest.length > maxLength) {
      isTooLong = true
      rest = ''
    }
  }
  yield* take(rest)
}
