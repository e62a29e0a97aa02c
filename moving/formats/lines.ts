/** Splits bytes into lines of text. */

export interface Line {
  /** The line without its end; undefined if it is longer than allowed. */
  readonly text: string | undefined
  /** The number of the line; 1 for the first. */
  readonly number: number
}

/**
 * Returns the lines of a UTF-8 text that are not empty. Bytes that are not UTF-8 become U+FFFD. One line is held
 * at a time.
 * @param maxLength maximum length of a line, in characters
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, maxLength: number): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let rest = ''
  let isTooLong = false
  let number = 0
  const take = (text: string): Line[] => {
    number += 1
    const line = isTooLong || text.length > maxLength ? undefined : text
    isTooLong = false
    return line?.trim() === '' ? [] : [{ text: line, number }]
  }
  for await (const chunk of bytes) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
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
  yield* take(rest + decoder.decode())
}
