/** Reads sources that can only be read as a whole, up to a limit. */
import { decoded } from './encoding.ts'

/** Maximum size of a source, in characters. */
const MAX_LENGTH = 32 * 1024 * 1024

/** Returns the text of a source. @throws Error if it is too large */
export const wholeText = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = ''
  for await (const piece of decoded(bytes)) {
    text += piece
    if (text.length > MAX_LENGTH) throw new Error(`The source has more than ${MAX_LENGTH} characters`)
  }
  return text
}
