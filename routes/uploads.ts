/** Uploads of pictures, sound and video. */
import multipart from '@fastify/multipart'
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { metaData } from '../db/meta-data.ts'
import { uploads as queries } from '../db/uploads.ts'
import { users } from '../db/users.ts'
import type { Files } from '../plugins/files/index.ts'
import type { IncomingFile } from '../plugins/files/disk.ts'
import { fileName } from '../plugins/files/names.ts'
import { refusedProperty, tooManyRequests } from '../plugins/refusals.ts'
import { MEBIBYTE } from '../schemas/config.ts'
import { MetaData, ThumbnailSize, type MetaDataRow } from '../schemas/meta-data.ts'
import { Path } from '../schemas/paths.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { withThumbnailSize } from './shared/thumbnails.ts'
import { writes, type Creation } from './shared/writes.ts'

const uploads: Family = async (app) => {
  const {
    freshness: { attempt: read, change },
    files
  } = app
  const { countOfLastHour } = queries(app.sql)
  const { insert } = queries(app.writes)
  const { find } = metaData(app.sql)
  const { exists: isUser } = users(app.sql)
  const { create } = writes(app.sql, read)

  const requireWithinLimit = async (owner: number) => {
    if ((await countOfLastHour(owner)) < files.maxPerHour) return
    throw tooManyRequests(`A user may upload at most ${files.maxPerHour} files an hour; try again later`, 600)
  }

  /**
   * Removes a stored file whose row was refused. After other errors, such as a lost connection, the row may exist; if
   * it does not, the sweep deletes the file.
   */
  const removeIfRefused =
    ({ Content }: { readonly Content: string }) =>
    async (error: unknown): Promise<never> => {
      if (isRefusal(error)) await files.remove(Content)
      throw error
    }

  app.post(
    '/HR/User/:userId/MetaData/Upload',
    {
      config: { who: 'uploader', takesFile: true },
      schema: {
        summary: 'Store a picture, sound or video',
        params: Type.Pick(Path, ['userId']),
        querystring: Type.Object(ThumbnailSize),
        response: { 201: MetaData }
      }
    },
    (request) =>
      files.arriving(request.user.Id)(async () => {
        const { params, query, user } = request
        const { userId: Creator } = params
        const requireUploader = async () => {
          app.authorization.identify(request, await app.authorization.userOf(request))
          await app.authorization.require(request, 'uploader')
          if (Creator !== user.Id) await app.authorization.require(request, 'staff')
        }
        await requireUploader()
        if (Creator !== user.Id) orNotFound(await read(() => isUser(Creator)), `user ${Creator}`)
        const received = await receiveFile(request, files)
        try {
          const { Name, digest } = received
          const creation: Creation<MetaDataRow> = {
            content: { Name, digest },
            check: () => requireWithinLimit(Creator),
            insert: async (attempt) => {
              const stored = await files.add(received)
              // Minutes may have passed, in which the user can have lost the right.
              const row = await requireUploader()
                .then(() => change(() => insert(attempt, { ...stored, Name, Creator })))
                .catch(removeIfRefused(stored))
              // Another process has carried out a request with the same Idempotency-Key first.
              if (row.Content !== stored.Content) await files.remove(stored.Content)
              return row
            },
            read: async (id) => orNotFound(await find(id), `meta data ${id}`)
          }
          // Uploads of a user count those before them, and so cannot pass the limit together.
          const item = await files.ofUploader(user.Id)(() => create(request, creation))
          return query.thumbSize === undefined ? item : withThumbnailSize(item, query)
        } finally {
          await files.discard(received)
        }
      })
  )

  // This must come after the route. Otherwise the route would be listed under the name of the multipart plugin.
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: files.maxBytes, fields: 1, fieldSize: 1024, files: 2, parts: 2 }
  })
  // Lets bodies of other media types pass, so that the route refuses them with its own error text.
  app.addContentTypeParser('*', (_request, _body, done) => {
    done(null)
  })
}

/** Bytes of a multipart body besides the file: boundaries and part headers. */
const MAX_ENVELOPE = 64 * 1024

/** A received file with the name that its sender gave it. */
interface NamedFile extends IncomingFile {
  readonly Name: string
}

/**
 * Receives the file of a request, which must be the only part of the body. The caller must store or discard it.
 * @throws HttpError 400, 413, 415 or 503 (no disk space); nothing is left on disk then
 */
const receiveFile = async (request: FastifyRequest, files: Files): Promise<NamedFile> => {
  if (!request.isMultipart()) {
    throw httpErrors.unsupportedMediaType('Send the file as the field "file" of a multipart/form-data body')
  }
  if (Number(request.headers['content-length']) > files.maxBytes + MAX_ENVELOPE) throw tooLarge(files)
  let received: NamedFile | undefined
  try {
    // The parser would wait for ever for a request that was closed before, and keep a place of the user.
    if (request.raw.destroyed) throw new Error('The client is gone')
    for await (const part of request.parts()) {
      const field = String(part.fieldname)
      if (part.type !== 'file' || field !== 'file') {
        throw refusedProperty(field, 'is not accepted; send one file, in the field "file"')
      }
      if (received !== undefined) throw refusedProperty('file', 'was sent twice; send each file in its own request')
      received = { ...(await files.receive(part.file)), Name: fileName(part.filename) }
      if (part.file.truncated) throw tooLarge(files)
    }
    if (received === undefined) throw refusedProperty('file', 'is missing')
    if (received.bytes === 0) throw refusedProperty('file', 'is empty')
    return received
  } catch (error) {
    if (received !== undefined) await files.discard(received)
    if (error instanceof httpErrors.HttpError) throw error
    // The parser's own messages are not meant for clients.
    throw refusedProperty('body', 'is not a complete multipart/form-data body with a field "file"')
  } finally {
    // Discards the rest of the body, so that the connection can be used again.
    request.raw.unpipe()
    request.raw.resume()
  }
}

const tooLarge = ({ maxBytes }: Files) =>
  httpErrors.payloadTooLarge(`A file may have at most ${maxBytes / MEBIBYTE} MiB; nothing was stored`)

/** Returns whether an error is a lost right or a violated constraint of the database: then no row exists. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && ('constraint_name' in error || ('statusCode' in error && error.statusCode !== 503))

export default uploads
