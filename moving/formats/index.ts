/** The formats from which blogs are imported. Each reader is loaded when it is needed. */
import type { Foreign } from '../foreign.ts'
import type { GetJson } from './json.ts'
import type { PageLinks } from './paging.ts'

/** A source that is read as it arrives. */
export interface FileFormat {
  readonly name: string
  readonly description: string
  /** Whether the newest posts come first. */
  readonly newestFirst: boolean
  /**
   * @param address the address of the source; it identifies a blog that the source gives no id. Empty for files: such
   *   a blog has an empty id
   * @param links gets the links of a feed to its other pages
   */
  readonly read: (bytes: AsyncIterable<Uint8Array>, address: string, links?: PageLinks) => AsyncIterable<Foreign>
}

/** A service whose documents are read one after the other. */
export interface ServiceFormat {
  readonly name: string
  readonly description: string
  readonly newestFirst: boolean
  /** @param onTotal gets the number of posts, as far as the service says it */
  readonly readService: (address: URL, get: GetJson, onTotal?: (posts: number) => void) => AsyncIterable<Foreign>
}

export type Format = FileFormat | ServiceFormat

/** Returns a function that loads a reader when the first value is asked for. */
const lazily = <Inputs extends readonly unknown[]>(
  load: () => Promise<(...inputs: Inputs) => AsyncIterable<Foreign>>
): ((...inputs: Inputs) => AsyncIterable<Foreign>) =>
  async function* (...inputs) {
    const read = await load()
    yield* read(...inputs)
  }

export const formats: readonly Format[] = [
  {
    name: 'desk',
    description: "Desk's own export, NDJSON",
    newestFirst: false,
    read: lazily(async () => (await import('./desk.ts')).readDesk)
  },
  {
    name: 'atom',
    description: 'Atom feed',
    newestFirst: true,
    read: lazily(async () => (await import('./atom.ts')).readAtom)
  },
  {
    name: 'rss',
    description: 'RSS 2.0 feed',
    newestFirst: true,
    read: lazily(async () => (await import('./rss.ts')).readRss)
  },
  {
    name: 'json-feed',
    description: 'JSON Feed',
    newestFirst: true,
    read: lazily(async () => (await import('./json-feed.ts')).readJsonFeed)
  },
  {
    name: 'wxr',
    description: 'export of WordPress',
    newestFirst: false,
    read: lazily(async () => (await import('./wxr.ts')).readWxr)
  },
  {
    name: 'page',
    description: 'web page with a LiveBlogPosting',
    newestFirst: true,
    read: lazily(async () => (await import('./page.ts')).readPage)
  },
  {
    name: 'liveblog2',
    description: 'address of a blog of Live Blog 2 or Desk',
    newestFirst: false,
    readService: lazily(async () => (await import('./liveblog2.ts')).readLiveBlog2)
  },
  {
    name: 'liveblog3',
    description: 'address of a blog of Live Blog 3',
    newestFirst: false,
    readService: lazily(async () => (await import('./liveblog3.ts')).readLiveBlog3)
  }
]

export const isService = (format: Format): format is ServiceFormat => 'readService' in format
