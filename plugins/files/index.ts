/** Takes in files that users send, keeps them, serves them, and removes those that nothing leads to. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { uploads, type NewFile } from '../../db/uploads.ts'
import { gate } from '../database/gate.ts'
import type { BucketOptions } from './bucket.ts'
import { disk } from './disk.ts'
import { incoming, type Arrived } from './incoming.ts'
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

/** A stored file as the archive shows it, without its name and its creator. */
export type Kept = Omit<NewFile, 'Name' | 'Creator'>

export interface Files {
  /** The most bytes that a file may have, and the most files that a user may bring in within an hour. */
  readonly maxBytes: number
  readonly maxPerHour: number
  /** Writes what arrives; it must be kept or dropped. @throws HttpError 503 when there is no room for it */
  readonly arrive: (content: Readable) => Promise<Arrived>
  /** Deletes what has arrived. */
  readonly drop: (arrived: Arrived) => Promise<void>
  /**
   * Checks a file that has arrived, and puts it in place with its small pictures.
   * @throws HttpError 400 or 415 when it cannot be taken, 503 when there is no room for it or too much to do
   */
  readonly keep: (arrived: Arrived) => Promise<Kept>
  /**
   * Removes a file and its small pictures. Files that cannot be removed now are swept later.
   * @param content its address in the archive; built-in files stay
   */
  readonly remove: (content: string) => Promise<void>
}

export interface FilesOptions {
  /** Folder for files and for what is on its way in. */
  readonly folder: string
  /** The bucket that holds the files instead of the folder, if there is one. */
  readonly bucket: BucketOptions | undefined
  readonly maxBytes: number
  readonly maxMegapixels: number
  readonly maxPerHour: number
}

/** A picture of 50 million pixels takes some hundred megabytes while it is worked on, so it does not share them. */
const AT_ONCE = 1
/** Milliseconds that a file waits for its turn. With what the work may take, less than nginx waits (deploy/). */
const MAX_WAIT = 60_000

const HOUR = 60 * 60 * 1000

const files = async (app: FastifyInstance, options: FilesOptions) => {
  const { folder, maxBytes, maxMegapixels, maxPerHour } = options
  const store = await storeOf(options)
  const { take, lend, sweep: sweepIncoming } = incoming(join(folder, 'incoming'))
  const { tag, ...queries } = uploads(app.sql)
  const { enter: inTurn } = gate(AT_ONCE, MAX_WAIT)

  const noRoom = (error: unknown) => {
    app.log.error({ err: error }, 'a file cannot be stored')
    return app.httpErrors.serviceUnavailable(NO_ROOM)
  }

  /** Puts a file's parts in place, or none of them. */
  const whole = async (content: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      await app.files.remove(content)
      throw noRoom(error)
    }
  }

  app.decorate('files', {
    maxBytes,
    maxPerHour,
    arrive: (content) =>
      take(content).catch((error: unknown) => {
        throw isOfDisk(error) ? noRoom(error) : error
      }),
    drop: ({ path }) => rm(path, { force: true }),
    keep: (arrived) =>
      inTurn(async () => {
        const { path } = arrived
        const extension = await recognise(path)
        const { media, type } = kinds[extension]
        const name = newName(await app.freshness.attempt(tag), extension)
        const content = contentOf(name)
        if (!isPicture(extension)) {
          const { takeRecording } = await import('./recordings.ts')
          const details = await takeRecording(path, extension)
          await whole(content, () => store.keep(path, name, media))
          const Thumbnail = type === 'audio' ? SOUND : FILM
          return { Type: type, SizeInBytes: arrived.bytes, Content: content, Thumbnail, details }
        }
        // Loaded when the first picture comes: most starts see none, and would take longer for it.
        const { takePicture } = await import('./pictures.ts')
        const { bytes, thumbnails, details } = await takePicture(path, extension, maxMegapixels)
        await whole(content, async () => {
          for (const [size, small] of thumbnails) {
            await lend(small, (made) => store.keep(made, thumbnailOf(name, size), kinds.webp.media))
          }
          await lend(bytes, (made) => store.keep(made, name, media))
        })
        return { Type: type, SizeInBytes: bytes.length, Content: content, Thumbnail: content, details }
      }),
    remove: async (content) => {
      try {
        await Promise.all(namesOf(content).map(store.remove))
      } catch (error) {
        app.log.warn({ err: error }, 'a file could not be removed')
      }
    }
  })

  const serve = serveFrom(store, (work) =>
    work.catch((error: unknown) => {
      app.log.error({ err: error }, 'a file cannot be read')
      throw app.httpErrors.serviceUnavailable('Files cannot be read now; try again shortly')
    })
  )
  app.get('/content/files/:file', { exposeHeadRoute: false }, serve)
  app.head('/content/files/:file', serve)

  const sweepStore = sweeper(store, { tag, ...queries })
  const sweep = async () => {
    const before = new Date(Date.now() - HOUR)
    try {
      await sweepIncoming(before)
      await sweepStore(before)
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

/** The store of files. The client of buckets is loaded only where there is one. */
const storeOf = async ({ folder, bucket }: FilesOptions): Promise<Store> =>
  bucket === undefined ? disk(folder) : (await import('./bucket.ts')).bucket(bucket)

const NO_ROOM = 'The file could not be stored: there is no room for it now, or its place is out of reach'

/** Pictures of those that have none of their own; see plugins/content. */
const SOUND = 'content/sound.svg'
const FILM = 'content/film.svg'

/** Whether an error is the disk's, and not the sender's, who may be gone. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'code' in error && error.code !== 'ECONNRESET'

export default fp(files, { name: 'files', dependencies: ['database', '@fastify/sensible'], fastify: '5.x' })
