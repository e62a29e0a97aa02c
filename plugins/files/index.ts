/** Receives, stores and serves files that users upload, and deletes files that no row refers to. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { uploads, type NewFile } from '../../db/uploads.ts'
import { gate, type Gate } from '../database/gate.ts'
import type { BucketOptions } from './bucket.ts'
import { disk } from './disk.ts'
import { incoming, type IncomingFile } from './incoming.ts'
import { isPicture, kinds, recognise } from './kinds.ts'
import { contentOf, namesOf, newName, thumbnailOf } from './names.ts'
import { serveFrom } from './serving.ts'
import type { Store } from './store.ts'
import { sweeper } from './sweep.ts'

declare module 'fastify' {
  interface FastifyInstance {
    files: Files
  }
}

/** The properties of a stored file for its row in the archive, except those that the request supplies. */
export type ArchivedFile = Omit<NewFile, 'Name' | 'Creator'>

export interface Files {
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number
  /** Maximum number of files that a user may upload in an hour. */
  readonly maxPerHour: number
  /** Writes an upload to an incoming file, which the caller must discard. @throws HttpError 503 if the disk is full */
  readonly receive: (content: Readable) => Promise<IncomingFile>
  /** Deletes an incoming file. */
  readonly discard: (file: IncomingFile) => Promise<void>
  /**
   * Checks an incoming file, and stores it with its thumbnails.
   * @param uploader id of the user who sent it; only one of the user's files waits in the queue that all users share
   * @throws HttpError 400 or 415 if the file is not accepted, 503 if the store is full, or too many files are waiting
   */
  readonly store: (file: IncomingFile, uploader: number) => Promise<ArchivedFile>
  /**
   * Deletes a stored file and its thumbnails. If that fails, the sweep deletes them later.
   * @param content address of the file in the archive; files that are part of the service are not deleted
   */
  readonly remove: (content: string) => Promise<void>
}

export interface FilesOptions {
  /** Folder for stored files and, in its subfolder `incoming`, for incoming files. */
  readonly folder: string
  /** Bucket for stored files, instead of the folder. */
  readonly bucket: BucketOptions | undefined
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number
  /** Maximum size of a picture, in millions of pixels. */
  readonly maxMegapixels: number
  /** Maximum number of files that a user may upload in an hour. */
  readonly maxPerHour: number
}

/** Files are processed one after the other: a picture of 50 million pixels takes some hundred megabytes of memory. */
const MAX_AT_ONCE = 1
/**
 * Milliseconds that a file waits for earlier files of its user, and then for those of other users. Both and the
 * processing take less than nginx waits (deploy/).
 */
const MAX_WAIT = 60_000
/** Maximum number of users whose files are kept in order. */
const MAX_UPLOADERS = 1000

const HOUR = 60 * 60 * 1000

const files = async (app: FastifyInstance, options: FilesOptions) => {
  const { folder, maxBytes, maxMegapixels, maxPerHour } = options
  const store = await storeOf(options)
  const { receive, withTemporaryFile, sweep: sweepIncoming } = incoming(join(folder, 'incoming'))
  const { filePrefix, ...queries } = uploads(app.sql)
  const { run: inTurn } = gate(MAX_AT_ONCE, MAX_WAIT)
  const ofUploader = new LRUCache<number, Gate>({ max: MAX_UPLOADERS, memoMethod: () => gate(1, MAX_WAIT).run })

  const storageError = (error: unknown) => {
    app.log.error({ err: error }, 'a file cannot be stored')
    return app.httpErrors.serviceUnavailable(NOT_STORED)
  }

  /** Runs a task that stores a file and its thumbnails. If it fails, those that were stored are deleted again. */
  const orRemove = async (content: string, task: () => Promise<void>): Promise<void> => {
    try {
      await task()
    } catch (error) {
      await app.files.remove(content)
      throw storageError(error)
    }
  }

  /** Checks an incoming file, and stores it with its thumbnails. */
  const archive = async ({ path, bytes: size }: IncomingFile): Promise<ArchivedFile> => {
    const extension = await recognise(path)
    const { media, type } = kinds[extension]
    const name = newName(await app.freshness.attempt(filePrefix), extension)
    const content = contentOf(name)
    if (!isPicture(extension)) {
      const { readRecording } = await import('./recordings.ts')
      const details = await readRecording(path, extension)
      await orRemove(content, () => store.put(path, name, media))
      const Thumbnail = type === 'audio' ? SOUND_THUMBNAIL : FILM_THUMBNAIL
      return { Type: type, SizeInBytes: size, Content: content, Thumbnail, details }
    }
    // Loaded with the first picture, because loading sharp would make each start slower.
    const { encodePicture } = await import('./pictures.ts')
    const { bytes, thumbnails, details } = await encodePicture(path, extension, maxMegapixels)
    await orRemove(content, async () => {
      for (const [thumbSize, thumbnail] of thumbnails) {
        const thumbnailName = thumbnailOf(name, thumbSize)
        await withTemporaryFile(thumbnail, (file) => store.put(file, thumbnailName, kinds.webp.media))
      }
      await withTemporaryFile(bytes, (file) => store.put(file, name, media))
    })
    return { Type: type, SizeInBytes: bytes.length, Content: content, Thumbnail: content, details }
  }

  app.decorate('files', {
    maxBytes,
    maxPerHour,
    receive: (content) =>
      receive(content).catch((error: unknown) => {
        throw isDiskError(error) ? storageError(error) : error
      }),
    discard: ({ path }) => rm(path, { force: true }),
    store: (file, uploader) => ofUploader.memo(uploader)(() => inTurn(() => archive(file))),
    remove: async (content) => {
      try {
        await Promise.all(namesOf(content).map(store.remove))
      } catch (error) {
        app.log.warn({ err: error }, 'a file could not be removed')
      }
    }
  })

  const serve = serveFrom(store, (access) =>
    access.catch((error: unknown) => {
      app.log.error({ err: error }, 'a file cannot be read')
      throw app.httpErrors.serviceUnavailable('Files cannot be read now; try again shortly')
    })
  )
  app.get('/content/files/:file', serve)

  const sweepStore = sweeper(store, { filePrefix, ...queries })
  const sweep = async () => {
    const cutoff = new Date(Date.now() - HOUR)
    try {
      await sweepIncoming(cutoff)
      await sweepStore(cutoff)
    } catch (error) {
      app.log.warn({ err: error }, 'files could not be swept')
    }
  }
  const timer = setInterval(() => {
    void sweep()
  }, HOUR).unref()
  app.addHook('onReady', async () => {
    void sweep()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Returns the store for files. The S3 client is only loaded if there is a bucket. */
const storeOf = async ({ folder, bucket }: FilesOptions): Promise<Store> =>
  bucket === undefined ? disk(folder) : (await import('./bucket.ts')).bucket(bucket)

const NOT_STORED = 'The file could not be stored: the storage is full or cannot be reached; try again later'

/** Thumbnails of recordings and videos, which are part of the service (plugins/content). */
const SOUND_THUMBNAIL = 'content/sound.svg'
const FILM_THUMBNAIL = 'content/film.svg'

/** Returns whether an error comes from the disk, and not from the connection to the client. */
const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'code' in error && error.code !== 'ECONNRESET'

export default fp(files, { name: 'files', dependencies: ['database', '@fastify/sensible'], fastify: '5.x' })
