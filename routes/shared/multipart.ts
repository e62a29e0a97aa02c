/** Reads the file that a multipart/form-data body carries. The route's plugin registers @fastify/multipart. */
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import type { Files } from '../../plugins/files/index.ts'
import type { Arrived } from '../../plugins/files/incoming.ts'
import { fileName } from '../../plugins/files/texts.ts'
import { refusedProperty } from '../../plugins/faults/refusals.ts'

const MEBIBYTE = 1024 * 1024
/** Bytes for the boundaries and the headers of parts around a file. */
const WRAPPING = 64 * 1024

/** A file that has arrived, and what its sender calls it. */
export interface Received extends Arrived {
  readonly Name: string
}

/**
 * The file in the body of a request, as its only part. It must be kept or dropped.
 * @throws HttpError 400, 413 or 415, having left nothing; 503 when there is no room for it
 */
export const receive = async (request: FastifyRequest, files: Files): Promise<Received> => {
  if (!request.isMultipart()) {
    throw httpErrors.unsupportedMediaType('Send the file as the field "file" of a multipart/form-data body')
  }
  if (Number(request.headers['content-length']) > files.maxBytes + WRAPPING) throw tooLarge(files)
  let received: Received | undefined
  try {
    for await (const part of request.parts()) {
      const place = String(part.fieldname)
      if (part.type !== 'file' || place !== 'file') {
        throw refusedProperty(place, 'is not known here; send one file, as the field "file"')
      }
      if (received !== undefined) throw refusedProperty('file', 'stands here twice; send each file on its own')
      received = { ...(await files.arrive(part.file)), Name: fileName(part.filename) }
      if (part.file.truncated) throw tooLarge(files)
    }
    if (received === undefined) throw refusedProperty('file', 'is missing')
    if (received.bytes === 0) throw refusedProperty('file', 'is empty')
    return received
  } catch (error) {
    if (received !== undefined) await files.drop(received)
    // Those of the parser are not written for clients.
    if (error instanceof httpErrors.HttpError) throw error
    throw refusedProperty('body', 'is no whole multipart/form-data body with a field "file"')
  } finally {
    // Discards the rest of the body, so that the connection can be used again.
    request.raw.unpipe()
    request.raw.resume()
  }
}

const tooLarge = ({ maxBytes }: Files) =>
  httpErrors.payloadTooLarge(`A file may have ${maxBytes / MEBIBYTE} MiB; nothing was stored`)
