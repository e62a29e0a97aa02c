/** Recognises the format of a source by its address, its media type and its first bytes. */
import { decoded } from './formats/encoding.ts'
import { formats, type Format } from './formats/index.ts'

/** Bytes that are enough to recognise a format. */
export const SAMPLE = 65_536

/** Facts about a source that are known before it is read. */
export interface Sample {
  readonly address: string
  /** The first bytes; empty if they have not been read. */
  readonly bytes: Uint8Array
}

const byAddress: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['liveblog3', /^https?:.*\/api\/(v2\/)?client_blogs\/[^/]+/],
  ['liveblog2', /^https?:.*\/resources\/[^/]+\/Blog\/\d+/]
]

const byJson: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['desk', /^\s*\{[^\n]{0,40}"kind"\s*:\s*"desk-blog"/],
  ['json-feed', /"version"\s*:\s*"https?:\\?\/\\?\/(www\.)?jsonfeed\.org\\?\/version\\?\/1/]
]

const byMarkup: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['wxr', /<rss[^<>]*xmlns:wp\s*=\s*["']http:\/\/wordpress\.org\/export\//],
  ['rss', /<rss[\s>]/],
  ['atom', /<(\w+:)?feed[^<>]*http:\/\/www\.w3\.org\/2005\/Atom/],
  ['page', /<(!doctype\s+html|html|head|body|script)[\s>]/i]
]

/** Returns the format of an address that is read as a service; undefined for other addresses. */
export const recogniseAddress = (address: string): Format | undefined =>
  named(byAddress.find(([, pattern]) => pattern.test(address))?.[0])

/** Returns the format of a file. @throws Error that lists the formats if it has none of them */
export const recognise = async ({ address, bytes }: Sample): Promise<Format> => {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  if (start === 'PK\u0003\u0004') throw new Error(`${address} is a ZIP archive: unzip it, and import the folder`)
  if (start.startsWith('\u001f\u008b')) throw new Error(`${address} is compressed: unpack it, and import the file`)
  let text = ''
  for await (const piece of decoded(only(bytes))) text += piece
  // Texts of posts may contain the beginning of another format, so the first one in the file counts.
  const [first] = (/^\s*\{/.test(text) ? byJson : byMarkup)
    .map(([name, pattern]) => ({ name, start: text.search(pattern) }))
    .filter(({ start }) => start >= 0)
    .toSorted((one, other) => one.start - other.start)
  const format = named(first?.name)
  if (format === undefined) throw new Error(`The format of ${address} was not recognised: ${legalFormats()}`)
  return format
}

/** Returns the format of a name. @throws Error that lists the formats if none has the name */
export const formatOf = (name: string): Format => {
  const format = named(name)
  if (format === undefined) throw new Error(`There is no format ${name}: ${legalFormats()}`)
  return format
}

const named = (name: string | undefined): Format | undefined => formats.find((format) => format.name === name)

const legalFormats = () =>
  `give --format with one of ${formats.map(({ name, description }) => `${name} (${description})`).join(', ')}`

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
