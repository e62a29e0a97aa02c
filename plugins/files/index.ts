/** Receives, stores and serves files that users upload, and deletes files that no row refers to. */
import type { Readable } from 'node:stream'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { uploads } from '../../db/uploads.ts'
import { gate, type Gate } from '../database/gate.ts'
import { openArchive, type ArchivedFile, type ArchiveOptions } from './archive.ts'
import type { IncomingFile } from './incoming.ts'
import { serveFrom } from './serving.ts'
import type { Store } from './store.ts'
import { sweeper } from './sweep.ts'

declare module 'fastify' {
  interface FastifyInstance {
    files: Files
  }
}

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
   * Checks an incoming file, and stores it, and a picture with its thumbnails and stages.
   * @param uploader id of the user who sent it; only one of the user's files waits in the queue that all users share
   * @throws HttpError 400 or 415 if the file is not accepted, 503 if the store is full, or too many files are waiting
   */
  readonly store: (file: IncomingFile, uploader: number) => Promise<ArchivedFile>
  /** Reads a stored file by its name; undefined if there is none. @throws HttpError 503 if the store fails */
  readonly read: (name: string) => Promise<Readable | undefined>
  /**
   * Deletes a stored file and its copies. If that fails, the sweep deletes them later.
   * @param content address of the file in the archive; files that are part of the service are not deleted
   */
  readonly remove: (content: string) => Promise<void>
}

export interface FilesOptions extends ArchiveOptions {
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number
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
  const { maxBytes, maxPerHour } = options
  const { filePrefix, ...queries } = uploads(app.sql)
  const { store, receive, discard, add, remove, sweepIncoming } = await openArchive(options, {
    filePrefix: () => app.freshness.attempt(filePrefix),
    log: app.log
  })
  const { run: inTurn } = gate(MAX_AT_ONCE, MAX_WAIT)
  const ofUploader = new LRUCache<number, Gate>({ max: MAX_UPLOADERS, memoMethod: () => gate(1, MAX_WAIT).run })

  const orUnavailable = <T>(access: Promise<T>): Promise<T> =>
    access.catch((error: unknown) => {
      app.log.error({ err: error }, 'a file cannot be read')
      throw app.httpErrors.serviceUnavailable('Files cannot be read now; try again shortly')
    })

  app.decorate('files', {
    maxBytes,
    maxPerHour,
    receive,
    discard,
    store: (file, uploader) => ofUploader.memo(uploader)(() => inTurn(() => add(file))),
    read: (name) => orUnavailable(readWhole(store, name)),
    remove
  })

  app.get('/content/files/:file', serveFrom(store, orUnavailable))

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

const readWhole = async (store: Store, name: string): Promise<Readable | undefined> => {
  const size = await store.sizeOf(name)
  return size === undefined || size === 0 ? undefined : store.read(name, { start: 0, end: size - 1 })
}

export default fp(files, { name: 'files', dependencies: ['database', '@fastify/sensible'], fastify: '5.x' })
