/** Bringing in pictures, sound and video. */
import multipart from '@fastify/multipart'
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import { idempotencyKeys } from '../db/idempotency-keys.ts'
import { metaData } from '../db/meta-data.ts'
import { uploads as queries } from '../db/uploads.ts'
import { users } from '../db/users.ts'
import { MetaData, ThumbnailSize } from '../schemas/meta-data.ts'
import { UserPath } from '../schemas/user.ts'
import { attemptOf } from './shared/attempt.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { receive } from './shared/multipart.ts'
import { sized } from './shared/thumbnails.ts'

const uploads: Family = async (app) => {
  const {
    freshness: { attempt: read, change },
    files
  } = app
  const { countOfLastHour } = queries(app.sql)
  const { insert } = queries(app.writes)
  const { find } = metaData(app.sql)
  const { exists: isUser } = users(app.sql)
  const { madeBy } = idempotencyKeys(app.sql)

  const limit = async (owner: number) => {
    if ((await countOfLastHour(owner)) < files.maxPerHour) return
    throw httpErrors.createError(429, `A user may upload ${files.maxPerHour} files within an hour; try again later`, {
      headers: { 'retry-after': '600' }
    })
  }

  app.post(
    '/HR/User/:userId/MetaData/Upload',
    {
      config: { who: 'archivist', takesFile: true },
      schema: { params: UserPath, querystring: Type.Object(ThumbnailSize), response: { 201: MetaData } }
    },
    async (request) => {
      const {
        params: { userId: Creator },
        query,
        user
      } = request
      if (Creator !== user.Id) await app.authorization.require(request, 'staff')
      orNotFound((await read(() => isUser(Creator))) || undefined, `user ${Creator}`)
      const arrived = await receive(request, files)
      try {
        const { Name, digest } = arrived
        const attempt = attemptOf(request, { Name, digest })
        const made = await read(() => madeBy(attempt))
        if (made !== undefined) return sized(orNotFound(await read(() => find(made)), `meta data ${made}`), query)
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
    }
  )

  // After the route, which would otherwise carry the name of this plugin instead of its family's.
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: files.maxBytes, fields: 1, fieldSize: 1024, files: 2, parts: 2 }
  })
  // Other bodies are refused by the route, in its own words.
  app.addContentTypeParser('*', (_request, _body, done) => {
    done(null)
  })
}

/** Whether the database has refused a row, so that it is certainly not there. */
const isRefused = (error: unknown): boolean => error instanceof Error && 'constraint_name' in error

export default uploads
