/** Asks an address in every way that must give the same answer. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import { documentOf, notations, type Document } from './wire.ts'

/** What of an answer must not differ: everything but when it was given. */
const lasting = ({ statusCode, headers: { date, ...headers } }: LightMyRequestResponse) => ({ statusCode, headers })

/**
 * Checks that a document is the same with and without a trailing slash, by GET and by HEAD, in XML and in JSON,
 * and that OPTIONS tells what the address takes.
 * @param url path with or without its slash
 * @returns the document
 */
export const sameEveryWay = async (t: Test, app: FastifyInstance, url: string): Promise<Document> => {
  const path = url.replace(/\/$/, '')
  const [xml, json] = await Promise.all(
    notations.map(async ([, accept]) => {
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
        [answer.statusCode, answer.headers['content-type'], ...others.map((other) => [lasting(other), other.body])],
        [200, `${accept}; charset=utf-8`, ...[answer.body, '', ''].map((body) => [lasting(answer), body])],
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
