/** Reads the file of a multipart/form-data body. The plugin of the route must register @fastify/multipart. */
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import type { Files } from '../../plugins/files/index.ts'
import type { IncomingFile } from '../../plugins/files/incoming.ts'
import { fileName } from '../../plugins/files/names.ts'
import { refusedProperty } from '../../plugins/refusals.ts'

const MEBIBYTE = 1024 * 1024
/** Bytes of a multipart body besides the file: boundaries and part headers. */
const MAX_ENVELOPE = 64 * 1024

/** A received file with the name that its sender gave it. */
export interface NamedFile extends IncomingFile {
  readonly Name: string
}

/**
 * Receives the file of a request, which must be the only part of the body. The caller must store or discard it.
 * @throws HttpError 400, 413, 415 or 503 (no disk space); nothing is left on disk then
 */
export const receiveFile = async (request: FastifyRequest, files: Files): Promise<NamedFile> => {
  if (!request.isMultipart()) {
    throw httpErrors.unsupportedMediaType('Send the file as the field "file" of a multipart/form-data body')
  }
  if (Number(request.headers['content-length']) > files.maxBytes + MAX_ENVELOPE) throw tooLarge(files)
  let received: NamedFile | undefined
  try {
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
