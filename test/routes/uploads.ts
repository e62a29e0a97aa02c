/** Uploads as a newsroom tool makes them. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Built } from '../support/app.ts'

/** A part of a multipart/form-data body: a file unless it has no file name. */
export interface Part {
  name: string
  content: Buffer | string
  fileName?: string
  media?: string
}

const BOUNDARY = 'tidewater'

/** The address of a user's uploads. */
export const uploadsOf = (user: number) => `/resources/HR/User/${user}/MetaData/Upload`

/** The type of a body of parts. */
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

/** A body of parts. */
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

/** The body with one file in it. */
export const bodyWith = (content: Buffer | string, fileName = 'picture.jpg') =>
  bodyOf([{ name: 'file', content, fileName }])

/** A user who uploads files of their own. */
export const uploader = async ({ app, sql, tokenOf }: Pick<Built, 'app' | 'sql' | 'tokenOf'>, name = 'bjarki') => {
  const [{ Id }] = await sql<[{ Id: number }]>`select id from users where name = ${name}`
  const authorization = await tokenOf(name)
  return {
    Id,
    authorization,
    send: (payload: Buffer, headers: Record<string, string> = {}, query = ''): Promise<LightMyRequestResponse> =>
      app.inject({
        method: 'POST',
        url: uploadsOf(Id) + query,
        payload,
        headers: { authorization, 'content-type': MULTIPART, ...headers }
      })
  }
}

/** The names of all files in a folder of data, those on their way in too. */
export const filesIn = async (dataDir: string): Promise<string[]> => {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => [])
  return entries.filter((name) => name !== 'incoming').sort()
}

/** What an upload changes in the database. */
export const archiveOf = async (sql: Built['sql']): Promise<object> => {
  const [state] = await sql<[object]>`
    select (select json_agg(meta_data order by id) from meta_data) as data,
      (select json_agg(meta_infos order by id) from meta_infos) as infos,
      (select json_agg(key order by key) from idempotency_keys) as keys`
  return state
}

/** The path of an address of the service. */
export const pathOf = (href: unknown): string => new URL(String(href)).pathname

/** What is served at an address, as bytes. */
export const served = (app: FastifyInstance, href: unknown, headers: Record<string, string> = {}) =>
  app.inject({ url: pathOf(href), headers })
