/** Rendered documents, kept as bytes: bounded by their size, dropped by what they depend on. */
import { LRUCache } from 'lru-cache'

/** A document ready to send. */
export interface Kept {
  readonly body: Buffer
  readonly etag: string
  /** Headers of the answer, names and values in turn, but for those of one encoding. */
  readonly headers: readonly string[]
  /** What the document depends on: when one of these changes, it is dropped. */
  readonly tags: readonly string[]
  /** Compressed forms, made when first asked for. */
  readonly encoded: ReadonlyMap<Encoding, Buffer>
  /** How to ask for it once more. */
  readonly again: Again
}

/** A request for a document, as a client sent it. */
export interface Again { readonly url: string, readonly headers: Readonly<Record<string, string>>, readonly remoteAddress: string }

/** A document that is kept: when its reading began, and how often it was sent since. */
export interface Document extends Kept { readonly since: Moment, hits: number }

export type Encoding = 'gzip' | 'br'

/** A point in the order of changes; a document read since then may be kept if nothing it depends on changed after it. */
export type Moment = number

export interface Store {
  /** The document a request asks for, by the very form of the request. */
  known: (request: string) => { key: string, kept: Document } | undefined
  /** The document under its key. */
  get: (key: string) => Kept | undefined
  /** Keeps a document, unless something it depends on has changed since the reading of it began. */
  keep: (key: string, kept: Kept, readSince: Moment) => void
  /** Remembers which document a form of request asks for. */
  remember: (request: string, key: string) => void
  /** Adds a compressed form to a document, if it is still kept. */
  addEncoding: (key: string, kept: Kept, encoding: Encoding, bytes: Buffer) => void
  now: () => Moment
  /**
   * Drops what depends on any of these tags, or everything.
   * @param isSpared of a document that depends on one of these tags, whether it is shown a little longer
   * @returns now: whatever was read before is outdated
   */
  drop: (tags: readonly string[] | 'everything', isSpared?: (key: string, document: Document) => boolean) => Moment
  /** Drops a document that was read before a moment, and not since. */
  dropOlder: (key: string, moment: Moment) => void
  /** Bytes and documents kept. */
  size: () => { bytes: number, documents: number }
}

// What a document takes beside its bytes: its key, its headers, its places in the maps.
const OVERHEAD = 1024
/** The share of the bound that goes to remembered forms of requests. */
const FORMS_SHARE = 1 / 8

/** @param maxBytes the most bytes all of it may take */
export const documentStore = (maxBytes: number): Store => {
  let clock: Moment = 0
  let everythingAt: Moment = 0
  const changedAt = new Map<string, Moment>()
  const keysByTag = new Map<string, Set<string>>()

  const documents = new LRUCache<string, Document>({
    maxSize: Math.max(1, Math.floor(maxBytes * (1 - FORMS_SHARE))),
    sizeCalculation: (kept, key) => sizeOf(kept) + key.length * 2,
    dispose: ({ tags }, key) => {
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysByTag.delete(tag)
      }
    }
  })
  const forms = new LRUCache<string, string>({
    maxSize: Math.max(1, Math.floor(maxBytes * FORMS_SHARE)),
    sizeCalculation: (key, form) => (form.length + key.length) * 2 + 128
  })

  const drop: Store['drop'] = (tags, isSpared = () => false) => {
    clock += 1
    if (tags === 'everything') {
      everythingAt = clock
      changedAt.clear()
      documents.clear()
      return clock
    }
    for (const tag of tags) changedAt.set(tag, clock)
    for (const key of new Set(tags.flatMap((tag) => [...keysByTag.get(tag) ?? []]))) {
      const document = documents.peek(key)
      if (document !== undefined && !isSpared(key, document)) documents.delete(key)
    }
    // Old moments only ever forbid keeping what was read before them; forgetting all of them at once forbids the same.
    return changedAt.size > MAX_TAGS ? drop('everything') : clock
  }

  return {
    known: (request) => {
      const key = forms.get(request)
      const kept = key === undefined ? undefined : documents.get(key)
      return key === undefined || kept === undefined ? undefined : { key, kept }
    },
    get: (key) => documents.get(key),
    keep: (key, kept, readSince) => {
      if (everythingAt > readSince || kept.tags.some((tag) => (changedAt.get(tag) ?? 0) > readSince)) return
      documents.set(key, { ...kept, since: readSince, hits: 0 })
      if (!documents.has(key)) return
      for (const tag of kept.tags) {
        const keys = keysByTag.get(tag) ?? new Set()
        keysByTag.set(tag, keys.add(key))
      }
    },
    remember: (request, key) => { forms.set(request, key) },
    addEncoding: (key, kept, encoding, bytes) => {
      const now = documents.peek(key)
      if (now?.etag !== kept.etag) return
      // The same document under the same tags: nothing is to be disposed of, only its size has changed.
      documents.set(key, { ...now, encoded: new Map([...now.encoded, [encoding, bytes]]) }, { noDisposeOnSet: true })
    },
    now: () => clock,
    drop,
    dropOlder: (key, moment) => { if ((documents.peek(key)?.since ?? moment) < moment) documents.delete(key) },
    size: () => ({ bytes: documents.calculatedSize + forms.calculatedSize, documents: documents.size })
  }
}

const MAX_TAGS = 100_000

/**
 * A copy in memory of its own. What Buffer.from and zlib return may be a small piece of something larger, all of which
 * would stay as long as the piece is kept.
 */
export const ownBytes = (content: string | Buffer): Buffer => {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') own.write(content)
  else content.copy(own)
  return own
}

const sizeOf = ({ body, encoded, headers, again }: Kept) => {
  let size = OVERHEAD + body.length + again.url.length * 2
  for (const bytes of encoded.values()) size += bytes.length
  for (const text of headers) size += text.length * 2
  for (const text of Object.values(again.headers)) size += text.length * 2
  return size
}
