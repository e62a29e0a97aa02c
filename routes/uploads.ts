/** Bringing in pictures, sound and video. */
import multipart from '@fastify/multipart'
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import type { FastifyRequest } from 'fastify'
import { idempotencyKeys } from '../db/idempotency-keys.ts'
import { metaData } from '../db/meta-data.ts'
import { rights } from '../db/rights.ts'
import { uploads as queries } from '../db/uploads.ts'
import { users } from '../db/users.ts'
import type { Arrived } from '../plugins/files/incoming.ts'
import { fileName } from '../plugins/files/texts.ts'
import { refusedProperty } from '../plugins/faults/refusals.ts'
import { MetaData, ThumbnailSize } from '../schemas/meta-data.ts'
import { UserPath } from '../schemas/user.ts'
import { attemptOf } from './shared/attempt.ts'
import { found, type Family } from './shared/family.ts'
import { sized } from './shared/thumbnails.ts'

const MEBIBYTE = 1024 * 1024
/** What surrounds the file in a body: boundaries and the headers of parts. */
const WRAPPING = 64 * 1024

const uploads: Family = async (app) => {
  const { freshness: { attempt: read, change }, files } = app
  const { countOfLastHour } = queries(app.sql)
  const { insert } = queries(app.writes)
  const { find } = metaData(app.sql)
  const { exists: isUser } = users(app.sql)
  const { madeBy } = idempotencyKeys(app.sql)
  const { namesOfUser } = rights(app.sql)

  /** @throws HttpError 403 or 404 */
  const permit = async (user: number, owner: number) => {
    const held = await namesOfUser(user)
    if (user === owner) {
      if (!held.has('IAM upload')) throw httpErrors.forbidden('Uploading files takes the right IAM upload')
    } else if (!held.has('Users update')) {
      throw httpErrors.forbidden('Uploading files for somebody else takes the right Users update')
    }
    found(await isUser(owner) || undefined, `user ${owner}`)
  }

  const limit = async (owner: number) => {
    if (await countOfLastHour(owner) < files.maxPerHour) return
    throw httpErrors.createError(429, `A user may upload ${files.maxPerHour} files within an hour; try again later`, {
      headers: { 'retry-after': '600' }
    })
  }

  const tooLarge = () => httpErrors.payloadTooLarge(`A file may have ${files.maxBytes / MEBIBYTE} MiB; nothing was stored`)

  /** The file in the body of a request. It must be kept or dropped. @throws HttpError 400, 413 or 415 */
  const receive = async (request: FastifyRequest): Promise<Arrived & { Name: string }> => {
    if (!request.isMultipart()) {
      throw httpErrors.unsupportedMediaType('Send the file as the field "file" of a multipart/form-data body')
    }
    if (Number(request.headers['content-length']) > files.maxBytes + WRAPPING) throw tooLarge()
    let arrived: Arrived & { Name: string } | undefined
    try {
      for await (const part of request.parts()) {
        const place = String(part.fieldname)
        if (part.type !== 'file' || place !== 'file') throw refusedProperty(place, 'is not known here; send one field, file')
        if (arrived !== undefined) throw refusedProperty('file', 'stands here twice; send each file on its own')
        arrived = { ...await files.arrive(part.file), Name: fileName(part.filename) }
        if (part.file.truncated) throw tooLarge()
      }
      if (arrived === undefined) throw refusedProperty('file', 'is missing')
      if (arrived.bytes === 0) throw refusedProperty('file', 'is empty')
      return arrived
    } catch (error) {
      if (arrived !== undefined) await files.drop(arrived)
      // Those of the parser are not written for clients.
      throw error instanceof httpErrors.HttpError ? error : refusedProperty('body', 'is no whole multipart/form-data body with a field "file"')
    } finally {
      // What is left of the body goes nowhere, so that the connection can be used again.
      request.raw.unpipe()
      request.raw.resume()
    }
  }

  app.post('/HR/User/:userId/MetaData/Upload', {
    config: { guarded: true, takesFile: true },
    schema: { params: UserPath, querystring: Type.Object(ThumbnailSize), response: { 201: MetaData } }
  }, async (request) => {
    const { params: { userId: Creator }, query, user } = request
    await read(() => permit(user.Id, Creator))
    const arrived = await receive(request)
    try {
      const { Name, digest } = arrived
      const attempt = attemptOf(request, { Name, digest })
      const made = await read(() => madeBy(attempt))
      if (made !== undefined) return sized(found(await read(() => find(made)), `meta data ${made}`), query)
      await read(() => limit(Creator))
      const kept = await files.keep(arrived)
      const row = await change(() => insert(attempt, { ...kept, Name, Creator })).catch(async (error: unknown) => {
        // Whatever else has gone wrong, the row may be there all the same; if it is not, the file is swept.
        if (isRefused(error)) await files.remove(kept.Content)
        throw error
      })
      // Another request with the same key was faster.
      if (row.Content !== kept.Content) await files.remove(kept.Content)
      return sized(row, query)
    } finally {
      await files.drop(arrived)
    }
  })

  // After the route, which would otherwise carry the name of this plugin instead of its family's.
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    throwFileSizeLimit: false, limits: { fileSize: files.maxBytes, fields: 1, fieldSize: 1024, files: 2, parts: 2 }
  })
  // Other bodies are refused by the route, in its own words.
  app.addContentTypeParser('*', (_request, _body, done) => { done(null) })
}

/** Whether the database has refused a row, so that it is certainly not there. */
const isRefused = (error: unknown): boolean => error instanceof Error && 'constraint_name' in error

export default uploads
