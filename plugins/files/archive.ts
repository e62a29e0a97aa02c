/** Checks files and puts them into the archive: into a folder or a bucket, pictures with thumbnails and stages. */
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { httpErrors } from '@fastify/sensible'
import { LRUCache } from 'lru-cache'
import type { NewFile } from '../../db/uploads.ts'
import type { Config } from '../../schemas/config.ts'
import { gate, withoutGate, type Gate } from '../database/gate.ts'
import type { BucketSettings } from './bucket.ts'
import { disk, incoming, type IncomingFile } from './disk.ts'
import { contentOf, isPicture, kinds, namesOf, newName, recognise } from './names.ts'
import { readRecording } from './reading.ts'
import type { Store } from './store.ts'

/** The properties of a stored file for its row in the archive, except those that the request supplies. */
export type ArchivedFile = Omit<NewFile, 'Name' | 'Creator'>

/** Settings of the archive. Without the name of a bucket, files are stored in a folder below DATA_DIR. */
export type ArchiveSettings = BucketSettings & Pick<Config, 'DATA_DIR' | 'UPLOAD_MEGAPIXELS'>

interface Surroundings {
  /** Returns the prefix of the names of all files of this installation. */
  readonly filePrefix: () => Promise<string>
  /** Runs each read of the database; undefined in commands, which have it for themselves. */
  readonly inGate?: Gate
  /** Reports errors of the storage to the operator. */
  readonly log: Readonly<Record<'error' | 'warn', (details: { readonly err: unknown }, message: string) => void>>
}

/** Files are processed one after the other: a picture of 50 million pixels takes some hundred megabytes of memory. */
const MAX_AT_ONCE = 1
/**
 * Milliseconds that a file waits for earlier files of its user, and then for those of other users. Both and the
 * processing take less than nginx waits (deploy/).
 */
const MAX_WAIT = 60_000
/** Maximum number of files of a user that are on the disk before they are stored. */
const MAX_ARRIVING = 10
/** Milliseconds that a further one waits with its first byte. nginx waits 30 s for somebody to read it (deploy/). */
const ARRIVAL_WAIT = 20_000
/** Maximum number of users whose files are kept in order. */
const MAX_UPLOADERS = 1000

/** Returns a function that returns the gate of a user. */
const gatesOfUsers = (size: number, maxWait: number) => {
  const gates = new LRUCache<number, Gate>({ max: MAX_UPLOADERS, memoMethod: () => gate(size, maxWait).run })
  return (user: number): Gate => gates.memo(user)
}

export type Archive = Awaited<ReturnType<typeof openArchive>>

/** Opens the archive of files. */
export const openArchive = async (
  settings: ArchiveSettings,
  { filePrefix, inGate = withoutGate, log }: Surroundings
) => {
  const folder = resolve(settings.DATA_DIR, 'files')
  // The S3 client is only loaded if there is a bucket.
  const files: Store = settings.FILES_BUCKET === '' ? disk(folder) : (await import('./bucket.ts')).bucket(settings)
  const { prepare, receive, withTemporaryFile, sweep } = incoming(join(folder, 'incoming'))

  const storageError = (error: unknown) => {
    log.error({ err: error }, 'a file cannot be stored')
    return httpErrors.serviceUnavailable(NOT_STORED)
  }

  /**
   * Deletes a stored file and its copies. If that fails, the sweep deletes them later.
   * @param content address of the file in the archive; files that are part of the service are not deleted
   */
  const remove = async (content: string): Promise<void> => {
    try {
      await Promise.all(namesOf(content).map(files.remove))
    } catch (error) {
      log.warn({ err: error }, 'a file could not be removed')
    }
  }

  /** Runs a task that stores a file and its copies. If it fails, those that were stored are deleted again. */
  const orRemove = async (content: string, task: () => Promise<void>): Promise<void> => {
    try {
      await task()
    } catch (error) {
      await remove(content)
      throw storageError(error)
    }
  }

  const { run: inTurn } = gate(MAX_AT_ONCE, MAX_WAIT)

  const store = async ({ path, bytes: size }: IncomingFile): Promise<ArchivedFile> => {
    const extension = await recognise(path)
    const { type } = kinds[extension]
    const prefix = await inGate(filePrefix)
    if (!isPicture(extension)) {
      const name = newName(prefix, extension)
      const content = contentOf(name)
      const details = await readRecording(path, extension)
      await orRemove(content, () => files.put(path, name))
      const Thumbnail = type === 'audio' ? SOUND_THUMBNAIL : FILM_THUMBNAIL
      return { Type: type, SizeInBytes: size, Content: content, Thumbnail, details }
    }
    // Loaded with the first picture, because loading sharp would make each start slower.
    const { encodePicture } = await import('./pictures.ts')
    const { bytes, named, copies, details } = await encodePicture(path, extension, settings.UPLOAD_MEGAPIXELS)
    const name = newName(prefix, extension, named)
    const content = contentOf(name)
    await orRemove(content, async () => {
      for (const [end, copy] of copies) {
        await withTemporaryFile(copy, (file) => files.put(file, name + end))
      }
      await withTemporaryFile(bytes, (file) => files.put(file, name))
    })
    return { Type: type, SizeInBytes: bytes.length, Content: content, Thumbnail: content, details }
  }

  return {
    files,
    remove,
    /** Prepares the folder for incoming files. @throws Error if none can be written into it */
    prepare,
    /** Deletes incoming files that were last written before a date. */
    sweepIncoming: sweep,

    /** Writes an upload to a file, which the caller must discard. @throws HttpError 503 if the disk is full */
    receive: (content: Readable): Promise<IncomingFile> =>
      receive(content).catch((error: unknown) => {
        throw isDiskError(error) ? storageError(error) : error
      }),

    /** Deletes an incoming file. */
    discard: ({ path }: IncomingFile): Promise<void> => rm(path, { force: true }),

    /**
     * Returns the gate through which the uploads of a user pass one after the other, so that only one of their files
     * waits in the queue of `add`, which all users share.
     * @throws HttpError 503 if a task waits too long
     */
    ofUploader: gatesOfUsers(1, MAX_WAIT),

    /**
     * Returns the gate in which a user's files arrive and are stored or discarded: those of many requests, of which no
     * file is ever stored, must not fill the disk.
     * @throws HttpError 503 if a task waits too long
     */
    arriving: gatesOfUsers(MAX_ARRIVING, ARRIVAL_WAIT),

    /**
     * Checks an incoming file, and stores it, and a picture with its thumbnails and stages.
     * @throws HttpError 400 or 415 if the file is not accepted, 503 if the storage is full, or too many files wait
     */
    add: (file: IncomingFile): Promise<ArchivedFile> => inTurn(() => store(file))
  }
}

const NOT_STORED = 'The file could not be stored: the storage is full or cannot be reached; try again later'

/** Thumbnails of recordings and videos, which are part of the service (plugins/content). */
const SOUND_THUMBNAIL = 'content/sound.svg'
const FILM_THUMBNAIL = 'content/film.svg'

/** Returns whether an error comes from the disk, and not from the connection to the client. */
const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'code' in error && error.code !== 'ECONNRESET'
