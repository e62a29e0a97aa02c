/** A receiver of webhooks, which checks each message with the published library of the standard. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Test } from 'tap'

/** A message that a receiver got. */
export interface Received {
  readonly id: string
  readonly type: string
  readonly blog: number
  readonly since: number
  readonly newest: number
  readonly kinds: readonly string[]
  readonly changes: string
  /** Number of signatures. */
  readonly signatures: number
  /** The secrets by which the library accepts the message. */
  readonly verifiedBy: readonly string[]
  /** Milliseconds of `performance.now()`. */
  readonly at: number
}

/** Answers a request. By default, it is 204. */
export type Answer = (response: ServerResponse) => void

const isVerified = (secret: string, body: string, headers: Record<string, string>) => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** Starts a receiver. The test adds its secrets, and sets its answer. */
export const receiver = async (t: Test, host = '127.0.0.1') => {
  const received: Received[] = []
  const secrets: string[] = []
  const settings: { answer: Answer } = { answer: (response) => response.writeHead(204).end() }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const { type, data } = JSON.parse(body)
    received.push({
      ...data,
      type,
      id: headers['webhook-id'] ?? '',
      signatures: headers['webhook-signature']?.split(' ').length ?? 0,
      verifiedBy: secrets.filter((secret) => isVerified(secret, body, headers)),
      at: performance.now()
    })
    settings.answer(response)
  }).listen(0, host)
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return {
    received,
    secrets,
    settings,
    origin: `http://${host}:${typeof address === 'object' ? address?.port : ''}`,
    /** Sets the answer to a status. */
    answerWith: (status: number, headers: Record<string, string> = {}) => {
      settings.answer = (response) => response.writeHead(status, headers).end()
    }
  }
}
