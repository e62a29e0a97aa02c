/** Reads an address with the requests that must all return the same document. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import { documentOf, formats, type Document } from './wire.ts'

/** Returns the status and headers of a response, without the Date header. */
const comparable = ({ statusCode, headers: { date, ...headers } }: LightMyRequestResponse) => ({ statusCode, headers })

/**
 * Checks that a document is the same with and without a trailing slash, with GET and HEAD, in XML and JSON,
 * and that OPTIONS lists the allowed methods.
 * @param url path with or without a trailing slash
 * @returns the document
 */
export const expectSameDocument = async (t: Test, app: FastifyInstance, url: string): Promise<Document> => {
  const path = url.replace(/\/$/, '')
  const [xml, json] = await Promise.all(
    formats.map(async ([, accept]) => {
      const answer = await app.inject({ url: path, headers: { accept } })
      t.equal(answer.statusCode, 200, `${path} as ${accept}`)
      t.equal(answer.headers['content-type'], `${accept}; charset=utf-8`, path)
      for (const [method, address, body] of [
        ['GET', `${path}/`, answer.body],
        ['HEAD', path, ''],
        ['HEAD', `${path}/`, '']
      ] as const) {
        const other = await app.inject({ method, url: address, headers: { accept } })
        t.same(
          { ...comparable(other), body: other.body },
          { ...comparable(answer), body },
          `${method} ${address} as ${accept}`
        )
      }
      return documentOf(answer)
    })
  )
  t.same(xml, json, `${path} is the same document in JSON`)

  const {
    statusCode,
    body,
    headers: { allow, 'access-control-allow-origin': origin }
  } = await app.inject({ method: 'OPTIONS', url })
  t.same({ statusCode, body, origin }, { statusCode: 204, body: '', origin: '*' }, `OPTIONS ${url}`)
  t.match(allow, /^GET, HEAD, (POST, )?(PUT, )?(DELETE, )?OPTIONS$/)
  return xml ?? {}
}
