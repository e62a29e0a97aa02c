/**
 * Messages to webhooks by Standard Webhooks 1.0: the receiver checks that a message comes from this service, and is not
 * an old one that somebody else sends again.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Message } from '../../db/webhook-queue.ts'

const PREFIX = 'whsec_'

/** Returns a new secret of 256 random bits. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** The base of the addresses of changes. */
export interface Base {
  /** Base URL without a slash at its end; empty if the service does not know it. Then addresses are paths. */
  readonly baseUrl: string
  readonly module: string
}

/** Returns the body of a message. It is the same at each try. */
export const bodyOf = ({ CreatedOn, Blog, Since, CId, Kinds }: Message, { baseUrl, module }: Base): string => {
  const timestamp = CreatedOn.toISOString()
  if (Blog === undefined) return JSON.stringify({ type: 'test', timestamp, data: {} })
  const changes = `${baseUrl}/resources/${module}/Blog/${Blog}/Post/Published?cId.since=${Since}`
  const kinds = Kinds?.split(',').filter((kind) => kind !== '')
  return JSON.stringify({
    type: 'blog.changed',
    timestamp,
    data: { blog: Blog, since: Since, newest: CId, kinds, changes }
  })
}

/**
 * Returns the headers of a message: its id, the time of this try, and a signature with each secret.
 * @param secrets the newest first
 * @param seconds the time, since 1970
 */
export const headersOf = (id: string, body: string, secrets: readonly string[], seconds: number) => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': secrets.map((secret) => `v1,${signatureOf(`${id}.${seconds}.${body}`, secret)}`).join(' ')
})

const signatureOf = (text: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')
