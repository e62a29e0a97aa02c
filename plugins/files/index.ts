/** Receives, stores and serves files that users upload, and deletes files that no row refers to. */
import type { Readable } from 'node:stream'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { uploads } from '../../db/uploads.ts'
import { MEBIBYTE, type Config } from '../../schemas/config.ts'
import { openArchive, type Archive, type ArchiveSettings } from './archive.ts'
import { serveFrom } from './serving.ts'
import type { Store } from './store.ts'
import { sweeper } from './sweep.ts'

declare module 'fastify' {
  interface FastifyInstance {
    files: Files
  }
}

export interface Files extends Pick<Archive, 'receive' | 'discard' | 'arriving' | 'ofUploader' | 'add' | 'remove'> {
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number
  /** Maximum number of files that a user may upload in an hour. */
  readonly maxPerHour: number
  /** Reads a stored file by its name; undefined if there is none. @throws HttpError 503 if the store fails */
  readonly read: (name: string) => Promise<Readable | undefined>
}

type FilesSettings = ArchiveSettings &
  Pick<Config, 'UPLOAD_MB' | 'UPLOADS_PER_HOUR'> & {
    /** Whether the folder for incoming files is left as it is, and so are files that no row refers to. */
    readonly isPassive: boolean
  }

const HOUR = 60 * 60 * 1000

const files = async (app: FastifyInstance, settings: FilesSettings) => {
  const { filePrefix, ...queries } = uploads(app.sql)
  const surroundings = { filePrefix, inGate: app.freshness.attempt, log: app.log }
  const { files: store, prepare, sweepIncoming, ...archive } = await openArchive(settings, surroundings)
  const orUnavailable = <T>(access: Promise<T>): Promise<T> =>
    access.catch((error: unknown) => {
      app.log.error({ err: error }, 'a file cannot be read')
      throw app.httpErrors.serviceUnavailable('Files cannot be read now; try again shortly')
    })

  app.decorate('files', {
    ...archive,
    maxBytes: settings.UPLOAD_MB * MEBIBYTE,
    maxPerHour: settings.UPLOADS_PER_HOUR,
    read: (name) => orUnavailable(readWhole(store, name))
  })

  app.get('/content/files/:file', { schema: { summary: 'Return a stored file' } }, serveFrom(store, orUnavailable))

  if (settings.isPassive) return
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
    // Readers need no uploads, so the service starts. The operator learns of the folder before a reporter does.
    await prepare().catch((error: unknown) => app.log.error({ err: error }, 'files cannot be uploaded'))
    void sweep()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

const readWhole = async (store: Store, name: string): Promise<Readable | undefined> => {
  const size = await store.sizeOf(name)
  return size === undefined || size === 0 ? undefined : store.read(name, { start: 0, end: size - 1 })
}

export default fp(files, { name: 'files', dependencies: ['database', '@fastify/sensible'] })
