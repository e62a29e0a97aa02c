/** Builds and sends uploads as multipart/form-data. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Built } from '../support/app.ts'
import { numberFrom } from '../support/database.ts'

/** A part of a multipart/form-data body. It is a file if it has a file name, else a field. */
export interface Part {
  name: string
  content: Buffer | string
  fileName?: string
  media?: string
}

const BOUNDARY = 'tidewater'

/** Returns the address for uploads of a user. */
export const uploadsOf = (user: number) => `/resources/HR/User/${user}/MetaData/Upload`

/** The Content-Type of the bodies. */
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

/** Returns a multipart/form-data body. */
export const bodyOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, content, fileName, media = 'image/jpeg' }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${
          fileName === undefined ? '' : `; filename="${fileName}"`
        }\r\n${fileName === undefined ? '' : `Content-Type: ${media}\r\n`}\r\n`
      ),
      Buffer.from(content),
      Buffer.from('\r\n')
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`)
  ])

/** Returns a multipart/form-data body with one file. */
export const bodyWith = (content: Buffer | string, fileName = 'picture.jpg') =>
  bodyOf([{ name: 'file', content, fileName }])

/** Logs a user in. `send` uploads files to the user's own address. */
export const uploader = async ({ app, sql, tokenOf }: Pick<Built, 'app' | 'sql' | 'tokenOf'>, name = 'bjarki') => {
  const Id = await numberFrom(sql`select id from users where name = ${name}`)
  const authorization = await tokenOf(name)
  return {
    Id,
    authorization,
    send: (
      payload: Buffer | Readable,
      headers: Record<string, string> = {},
      query = ''
    ): Promise<LightMyRequestResponse> =>
      app.inject({
        method: 'POST',
        url: uploadsOf(Id) + query,
        payload,
        headers: { authorization, 'content-type': MULTIPART, ...headers }
      })
  }
}

/** Returns the names of all files in a data folder, including those that are still arriving. */
export const filesIn = async (dataDir: string): Promise<string[]> => {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => [])
  return entries.filter((name) => name !== 'incoming').sort()
}

/** Number of stored files of a small photograph: itself, 5 thumbnails, 2 stages in 2 formats, and a copy for others. */
export const PHOTOGRAPH_FILES = 11

/** Returns all rows that an upload can change. */
export const archiveOf = async (sql: Built['sql']): Promise<object> => {
  const [state] = await sql<[object]>`
    select (select json_agg(meta_data order by id) from meta_data) as data,
      (select json_agg(meta_infos order by id) from meta_infos) as infos,
      (select json_agg(key order by key) from idempotency_keys) as keys`
  return state
}

/** Returns the path of an absolute URL. */
export const pathOf = (href: unknown): string => new URL(String(href)).pathname

/** Requests the file at an absolute URL. */
export const served = (app: FastifyInstance, href: unknown) => app.inject({ url: pathOf(href) })
