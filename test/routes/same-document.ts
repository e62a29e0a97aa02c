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
      const others = await Promise.all(
        (
          [
            ['GET', `${path}/`],
            ['HEAD', path],
            ['HEAD', `${path}/`]
          ] as const
        ).map(([method, address]) => app.inject({ method, url: address, headers: { accept } }))
      )
      t.same(
        [answer.statusCode, answer.headers['content-type'], ...others.map((other) => [comparable(other), other.body])],
        [200, `${accept}; charset=utf-8`, ...[answer.body, '', ''].map((body) => [comparable(answer), body])],
        `${path} as ${accept}`
      )
      return documentOf(answer)
    })
  )
  t.same(xml, json, `${path} is the same document in JSON`)

  const {
    statusCode,
    body,
    headers: { allow, 'access-control-allow-origin': origin }
  } = await app.inject({ method: 'OPTIONS', url })
  t.same([statusCode, body, origin], [204, '', '*'], `OPTIONS ${url}`)
  t.match(allow, /^GET, HEAD, (POST, )?(PUT, )?(DELETE, )?OPTIONS$/)
  return xml ?? {}
}
