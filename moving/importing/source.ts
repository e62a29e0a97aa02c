/** Opens the source of an import: an address, a file, or standard input. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { GuardedClient } from '../../plugins/outgoing/index.ts'
import { objectFrom } from '../../schemas/language/rows.ts'
import { targetsOfPage } from '../discovery.ts'
import type { Foreign } from '../foreign.ts'
import { isService, type Format, type ServiceFormat } from '../formats/index.ts'
import type { GetJson } from '../formats/json.ts'
import { identified } from './identified.ts'
import { allPages, onePage } from './pages.ts'
import { formatOf, recognise, recogniseAddress, SAMPLE } from '../recognise.ts'

/** A source whose posts can be read. */
export interface Source {
  readonly format: Format
  /** The address of the source, for relative addresses of pictures; undefined for files and standard input. */
  readonly address: string | undefined
  /** Folder with the files of the source. */
  readonly folder: string | undefined
  readonly items: AsyncIterable<Foreign>
  /** Returns the part of the source that has been read, from 0 to 1; undefined if its size is not known. */
  readonly progress: () => number | undefined
}

export interface SourceOptions {
  /** Name of the format, if the operator gives it. */
  readonly format: string | undefined
  readonly stdin: Readable
  readonly get: GuardedClient
  readonly signal: AbortSignal
}

/** Maximum size of a document of a service, in bytes. */
const MAX_DOCUMENT = 32 * 1024 * 1024

/** Name of the file in the folder of an export. */
const EXPORT = 'blog.ndjson'

/** Opens a source. @throws Error if there is none, or its format is not recognised */
export const openSource = async (place: string, options: SourceOptions): Promise<Source> => {
  if (/^https?:\/\//i.test(place)) return openAddress(place, options)
  if (place === '-') {
    const stdin = addAbortSignal(options.signal, options.stdin)
    return openBytes(stdin, { ...options, name: 'standard input', total: undefined, folder: undefined })
  }
  const stats = await stat(place).catch(() => undefined)
  if (stats === undefined) throw new Error(`There is no file ${place}; addresses begin with http:// or https://`)
  const path = stats.isDirectory() ? join(place, EXPORT) : place
  const file = await stat(path).catch(() => undefined)
  if (file === undefined || file.isDirectory()) throw new Error(`The folder ${place} has no file ${EXPORT}`)
  const [url, total] = [pathToFileURL(path).href, file.size]
  return openBytes(createReadStream(path), { ...options, name: path, place: url, total, folder: dirname(path) })
}

const openAddress = async (address: string, options: SourceOptions): Promise<Source> => {
  const { get, signal, format: name } = options
  const service = name === undefined ? recogniseAddress(address) : formatOf(name)
  if (service !== undefined && isService(service)) {
    return openService(service, address, options)
  }
  const { url, status, headers, body, discard } = await get(address, { isStream: true, signal })
  if (status !== 200) {
    discard()
    throw new Error(`${address} answers with the status ${status}`)
  }
  const total = Number(headers['content-length']) || undefined
  return openBytes(body, { ...options, name: address, place: address, total, folder: undefined, url })
}

const openService = (format: ServiceFormat, address: string, { get, signal }: SourceOptions): Source => {
  let [count, total] = [0, Infinity]
  const onTotal = (posts: number) => {
    total = posts
  }
  async function* counted() {
    for await (const item of format.readService(new URL(address), jsonReader(get, signal), onTotal)) {
      if (item.kind === 'post') count += 1
      yield item
    }
  }
  const progress = () => (total > 0 && total < Infinity ? Math.min(1, count / total) : undefined)
  return { format, address, folder: undefined, items: counted(), progress }
}

interface Bytes extends SourceOptions, Pick<Source, 'folder'> {
  /** Name of the source, as messages show it. */
  readonly name: string
  /** Its address or path; undefined for standard input. */
  readonly place?: string
  readonly total: number | undefined
  /** Address that the bytes come from; undefined for files. */
  readonly url?: URL
}

const openBytes = async (
  bytes: AsyncIterable<Uint8Array>,
  { name, place, format: formatName, folder, total, url, stdin, get, signal }: Bytes
): Promise<Source> => {
  let count = 0
  const chunks = bytes[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  const next = async () => {
    const { value, done } = await chunks.next()
    if (done === true) return undefined
    count += value.length
    return value
  }
  for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
    head.push(chunk)
    if (count >= SAMPLE) break
  }
  async function* all() {
    yield* head.splice(0)
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) yield chunk
  }
  const sample = { address: name, bytes: Buffer.concat(head).subarray(0, SAMPLE) }
  const format = formatName === undefined ? await recognise(sample) : formatOf(formatName)
  // A page shows a part of its blog. If it is a page of a Desk, it leads to the whole blog.
  const mayLead = formatName === undefined && url !== undefined && format.name === 'page'
  const blog = mayLead ? targetsOfPage(sample.bytes, url).blog : undefined
  if (blog !== undefined) {
    await chunks.return?.()
    return openAddress(blog.href, { format: undefined, stdin, get, signal })
  }
  if (isService(format)) throw new Error(`Blogs of the format ${format.name} are read at an address, not in a file`)
  const address = url === undefined ? undefined : place
  const feed = url && allPages(all(), { format, id: place ?? '', url, get, signal })
  return {
    format,
    address,
    folder,
    items: identified(feed?.found ?? onePage(all(), format), place),
    progress: () => (total === undefined || feed?.hasPages() === true ? undefined : Math.min(1, count / total))
  }
}

/** Returns a function that reads the documents of a service. */
const jsonReader =
  (get: GuardedClient, signal: AbortSignal): GetJson =>
  async (address, headers = {}) => {
    const response = await get(address, { headers: { accept: 'application/json', ...headers }, signal })
    if (response.status !== 200) {
      response.discard()
      throw new Error(`${address.href} answers with the status ${response.status}`)
    }
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response.body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_DOCUMENT) throw new Error(`${address.href} has more than ${MAX_DOCUMENT} bytes`)
    }
    const document = objectFrom(Buffer.concat(chunks).toString())
    if (document === undefined) throw new Error(`${address.href} is not a JSON object`)
    return document
  }
