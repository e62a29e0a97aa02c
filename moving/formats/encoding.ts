/** Decodes the text of files in the encoding that they declare. */
import { isUtf8 } from 'node:buffer'

/** Number of bytes at the beginning of a file that are searched for its encoding. */
const HEAD = 1024
/** Maximum length of a piece of text, in characters. */
const PIECE = 65_536
/** Maximum size of a source that can only be read as a whole, in characters. */
const MAX_LENGTH = 32 * 1024 * 1024

/** Returns bytes as pieces of text. Bytes that do not fit the encoding become U+FFFD. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let head = Buffer.alloc(0)
  const split = function* (text: string) {
    for (let start = 0; start < text.length; start += PIECE) yield text.slice(start, start + PIECE)
  }
  for await (const chunk of bytes) {
    if (decoder === undefined) {
      head = Buffer.concat([head, chunk])
      if (head.length < HEAD) continue
      decoder = decoderFor(head)
      yield* split(decoder.decode(head, { stream: true }))
    } else yield* split(decoder.decode(chunk, { stream: true }))
  }
  if (decoder === undefined) {
    decoder = decoderFor(head)
    // Decoding a whole text at once, Node.js 20 takes windows-1252 for ISO-8859-1, which lacks quotes and dashes.
    yield* split(decoder.decode(head, { stream: true }))
  }
  yield* split(decoder.decode())
}

/** Returns the text of a source that can only be read as a whole. @throws Error if it is too large */
export const wholeText = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = ''
  for await (const piece of decoded(bytes)) {
    text += piece
    if (text.length > MAX_LENGTH) throw new Error(`The source has more than ${MAX_LENGTH} characters`)
  }
  return text
}

/** Returns a document in UTF-8 if neither it declares another encoding nor its bytes are UTF-8, but its header does. */
export const inUtf8 = (bytes: Uint8Array, contentType = ''): Uint8Array => {
  const [, label] = /;\s*charset="?([\w.:-]+)/i.exec(contentType) ?? []
  if (label === undefined || isUtf8(bytes) || declaredIn(bytes) !== undefined) return bytes
  const decoder = decoderOf(label)
  return Buffer.from(decoder.decode(bytes, { stream: true }) + decoder.decode())
}

/** Returns the decoder for the encoding that the first bytes of a text tell, or else for UTF-8. */
const decoderFor = (head: Uint8Array): TextDecoder => decoderOf(declaredIn(head) ?? 'utf-8')

const decoderOf = (label: string): TextDecoder => {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

/** Returns the encoding that a byte order mark, the first bytes of XML or its declaration tell; undefined without. */
const declaredIn = (head: Uint8Array): string | undefined => {
  const start = Buffer.from(head.subarray(0, HEAD)).toString('latin1')
  if (start.startsWith('\xff\xfe') || /^<\0[?\w!]\0/.test(start)) return 'utf-16le'
  if (start.startsWith('\xfe\xff') || /^\0<\0[?\w!]/.test(start)) return 'utf-16be'
  return start.startsWith('\xef\xbb\xbf') ? 'utf-8' : DECLARATION.exec(start)?.[1]
}

/** A declaration that can be read byte by byte is wrong if it says UTF-16. */
const DECLARATION = /^\s*<\?xml\s[^>]*encoding\s*=\s*["'](?!utf-?16|ucs|iso-10646)([\w.:-]+)["']/i

/**
 * Returns XML whose ampersands are escaped where they begin none of the five references that XML knows. The parser
 * would otherwise read on to the next semicolon, and lose the text in between. References of HTML, such as `&nbsp;`,
 * arrive as they are.
 */
export async function* escaped(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  let isData = false
  const repair = (text: string) =>
    text.replace(MARKS, (mark) => {
      if (mark === '&') return isData ? '&' : '&amp;'
      isData = mark !== ']]>'
      return mark
    })
  for await (const text of texts) {
    const all = rest + text
    const [unfinished = ''] = UNFINISHED.exec(all.slice(-MAX_MARK)) ?? []
    rest = unfinished
    yield repair(all.slice(0, all.length - rest.length))
  }
  yield repair(rest)
}

const MARKS = /<!\[CDATA\[|\]\]>|&(?!(?:amp|lt|gt|quot|apos|#\d{1,8}|#x[\da-f]{1,8});)/gi
/** The beginning of a mark at the end of a text. */
const UNFINISHED = /(?:&#?\w*|<(?:!(?:\[\w*)?)?|\]\]?)$/
const MAX_MARK = 12
