/** Brings the pictures of posts into the archive of files, and puts their new addresses into the posts. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { httpErrors } from '@fastify/sensible'
import { LRUCache } from 'lru-cache'
import { fileName } from '../../plugins/files/names.ts'
import type { GuardedClient } from '../../plugins/outgoing/index.ts'
import { clip } from '../../plugins/refusals.ts'
import { detached } from '../detached.ts'
import { lost, type ForeignFile, type Loss } from '../foreign.ts'
import type { PictureArchive } from './archive.ts'
import { ArchiveAway, isFinal, orAway, reasonOf, Unfetchable } from './failures.ts'
import { picturesIn, replacePictures, type PicturedPost } from './markup.ts'

/** A post whose pictures are in the archive. */
export interface MovedPost<Post extends PicturedPost> {
  readonly post: Post
  readonly losses: readonly Loss[]
  /** Whether a picture that is lost may be fetched later. */
  readonly mayRetry: boolean
}

export interface PicturesOptions {
  readonly get: GuardedClient
  readonly archive: PictureArchive
  /** The address of the source, for relative addresses of pictures. */
  readonly base: string
  /** Folder of the files that came with the source. */
  readonly folder: string | undefined
  /** Bytes that a file in the folder may have; by default, any number. `get` has its own limit. */
  readonly maxBytes?: number
  /** Returns the address of a file in the archive, as posts have it. */
  readonly addressOf: (content: string) => string
  readonly signal: AbortSignal
  /** Whether the function is used for days. Then failures are not remembered for long, and pictures not at all. */
  readonly isLasting?: boolean
  /** Milliseconds after which no further picture of a post is fetched. */
  readonly maxTime?: number
  /** Number of pictures of a post that are fetched, at most. */
  readonly maxPictures?: number
  /** Bytes of pictures that the function stores in a day, at most; by default, any number. */
  readonly maxBytesADay?: number
}

/**
 * Pictures whose new addresses are remembered, for posts that show the same picture, and hosts whose failures are
 * counted. Both take their memory at once, and a service may follow hundreds of blogs. It asks the archive instead: an
 * archivist may have deleted the picture.
 */
const IN_AN_IMPORT = { pictures: 20_000, hosts: 1000 }
const IN_A_SERVICE = { pictures: 1, hosts: 50 }
/** Failures after which a host is not asked any more, and for how many milliseconds by a function that lasts. */
const MAX_FAILURES = 10
const PAUSE = 600_000
const DAY = 86_400_000

/** Returns a function that brings the pictures of a post into the archive. */
export const pictureMover = (options: PicturesOptions) => {
  const { get, archive, base, folder, addressOf, signal, isLasting = false } = options
  const { maxBytes = Infinity, maxTime = Infinity, maxPictures = Infinity, maxBytesADay = Infinity } = options
  const remembered = isLasting ? IN_A_SERVICE : IN_AN_IMPORT
  const moved = new LRUCache<string, Promise<string | Error>>({ max: remembered.pictures })
  const failures = new LRUCache<string, { count: number }>({
    max: remembered.hosts,
    ttl: isLasting ? PAUSE : 0,
    memoMethod: () => ({ count: 0 })
  })

  const today = { since: 0, bytes: 0 }
  /** @throws Error if the source has brought too much today */
  const requireRoom = () => {
    const now = performance.now()
    if (now - today.since > DAY) Object.assign(today, { since: now, bytes: 0 })
    if (today.bytes > maxBytesADay) throw new Error('was not fetched, because its source has brought too much today')
  }

  const store = async (content: Readable, name: string, key: string, sha256?: string): Promise<string> => {
    const received = await archive.receive(content).catch((error: unknown) => {
      // Other errors come from the connection to the source.
      throw error instanceof httpErrors.HttpError ? new ArchiveAway(error.message, { cause: error }) : error
    })
    try {
      const digest = Buffer.from(received.digest, 'base64url').toString('hex')
      if (sha256 !== undefined && digest !== sha256) throw new Unfetchable('is not the file that was exported')
      const added = await orAway(archive.add(received))
      today.bytes += added.SizeInBytes
      return addressOf(await orAway(archive.register({ ...added, Name: fileName(name) }, key)))
    } finally {
      await archive.discard(received)
    }
  }

  const download = async (url: URL, key: string, sha256?: string): Promise<string> => {
    const { status, body, discard } = await get(url, { headers: { accept: 'image/*' }, signal })
    try {
      if (status === 200) return await store(Readable.from(body), url.pathname, key, sha256)
      const reason = `was answered with the status ${status}`
      throw status < 500 && ![408, 425, 429].includes(status) ? new Unfetchable(reason) : new Error(reason)
    } finally {
      // An archive that takes nothing now does not read the body: its connection would stay open.
      discard()
    }
  }

  const fetched = async (address: string, file: ForeignFile | undefined): Promise<string> => {
    const key = createHash('sha256').update(address).digest('hex')
    const content = await orAway(archive.find(key))
    if (content !== undefined) return addressOf(content)
    const copy = folder && file?.file && (await pathIn(folder, file.file, maxBytes))
    if (copy) return store(createReadStream(copy), basename(copy), key, file?.sha256)
    const url = urlOf(address, base)
    if (url === undefined) throw new Unfetchable('has no address from where it could be fetched')
    requireRoom()
    const host = failures.memo(url.host)
    if (host.count >= MAX_FAILURES) throw new Error(`was not fetched, because ${url.host} failed ${MAX_FAILURES} times`)
    try {
      const address = await download(url, key, file?.sha256)
      host.count = 0
      return address
    } catch (error) {
      if (!(error instanceof ArchiveAway) && (!isLasting || !isFinal(error))) host.count += 1
      throw error
    }
  }

  /** Returns the new address of a picture, or the reason why it keeps its old one. */
  const move = (address: string, file: ForeignFile | undefined): Promise<string | Error> => {
    const earlier = moved.get(address)
    if (earlier !== undefined) return earlier
    const result = fetched(address, file).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error))
    )
    moved.set(detached(address), result)
    void result.then((outcome) => {
      if (isLasting || outcome instanceof ArchiveAway) moved.delete(address)
    })
    return result
  }

  /**
   * Moves the pictures of a post. Those that can't be fetched keep their addresses, which become absolute.
   * @throws ArchiveAway unless the function is used for days, if the archive can't take a picture now
   */
  return async <Post extends PicturedPost>(post: Post): Promise<MovedPost<Post>> => {
    const addresses = new Map<string, string>()
    const losses: Loss[] = []
    let mayRetry = false
    const end = performance.now() + maxTime
    const pictures = picturesIn(post)
    for (const address of pictures.slice(0, maxPictures)) {
      const file = post.media?.find((file) => file.address === address)
      const result = performance.now() > end ? new Error(OUT_OF_TIME) : await move(address, file)
      // An import stores no post without a picture that it can bring later. Readers of a followed blog want its text.
      if (result instanceof ArchiveAway && !isLasting) throw result
      if (typeof result === 'string') addresses.set(address, result)
      else {
        const whole = wholeAddress(address, base)
        if (whole !== undefined) addresses.set(address, whole)
        mayRetry ||= !isFinal(result)
        losses.push(lost(post.id, 'picture', `The picture ${clip(address)} ${reasonOf(result)}.`))
      }
    }
    const others = pictures.slice(maxPictures)
    for (const address of others) {
      const whole = wholeAddress(address, base)
      if (whole !== undefined) addresses.set(address, whole)
    }
    if (others.length > 0) losses.push(lost(post.id, 'picture', tooMany(maxPictures)))
    return { post: replacePictures(post, addresses), losses, mayRetry }
  }
}

/**
 * Returns the path of a file of an export; undefined if it is not in the folder. Lines that were exported without their
 * folder name their files all the same.
 * @throws Unfetchable if it may not be read
 */
const pathIn = async (folder: string, file: string, maxBytes: number): Promise<string | undefined> => {
  const path = normalize(file)
  if (path.startsWith('..') || path.startsWith('/')) throw new Unfetchable('has a file outside of the folder')
  const copy = await realpath(join(folder, path)).catch(() => undefined)
  if (copy === undefined) return undefined
  // A symbolic link can lead out of the folder.
  if (!copy.startsWith((await realpath(folder)) + sep)) throw new Unfetchable('has a file outside of the folder')
  // A pipe would be waited for without end.
  const stats = await stat(copy)
  if (!stats.isFile()) throw new Unfetchable('is no file in the folder')
  if (stats.size > maxBytes) throw new Unfetchable(`has more than ${maxBytes} bytes`)
  return copy
}

const tooMany = (max: number) => `Each picture after the first ${max} was not fetched.`

const OUT_OF_TIME = 'was not fetched, because the pictures before it took too long'

/** Returns the URL of a picture. The base of a source that is a file is the name of the file, which is not a URL. */
const urlOf = (address: string, base: string): URL | undefined => {
  if (URL.canParse(address)) return new URL(address)
  return URL.canParse(address, base) ? new URL(address, base) : undefined
}

/** Returns the URL of a picture whose address has none; undefined if it has, or gets none from the base. */
const wholeAddress = (address: string, base: string): string | undefined =>
  URL.canParse(address) ? undefined : urlOf(address, base)?.href
