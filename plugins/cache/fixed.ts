/** Documents that stay the same while the process runs. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendDocument } from './answer.ts'
import { documentOf, type Document } from './document.ts'

/**
 * Returns a handler that sends a document, which is made for the first request. All requests share its bytes: a copy
 * for each would let a few hundred clients that read nothing fill the memory.
 * @param text returns the text of the document
 * @param headers headers of the document besides those that hooks have set
 */
export const fixedDocument = (text: () => string, headers: Readonly<Record<string, string>>) => {
  let document: Document | undefined
  return async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    document ??= documentOf(text(), { ...reply.getHeaders(), vary: 'Accept-Encoding', ...headers }, undefined)
    reply.hijack()
    sendDocument(raw, reply.raw, document, 0)
    return reply
  }
}
