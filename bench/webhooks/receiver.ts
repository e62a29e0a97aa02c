/** A receiver of webhooks, which checks each message with the published library of the standard. */
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Ending } from '../stage/ending.ts'

/** A message that has come to a receiver. */
export interface Received {
  /** Path that it was sent to. */
  readonly hook: string
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
  /** Whether the receiver has taken it. */
  readonly isTaken: boolean
  /** Milliseconds of `performance.now()`. */
  readonly at: number
}

/** Answers a request. */
export type Answer = (response: ServerResponse) => void

const isVerified = (secret: string, body: string, headers: Record<string, string>) => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** Opens a receiver. By default, it takes each message and answers 204; `settings` changes that. */
export const openReceiver = async ({ teardown }: Ending, host = '127.0.0.1') => {
  const received: Received[] = []
  const secrets: string[] = []
  const settings: { isTaking: boolean; answer: Answer } = {
    isTaking: true,
    answer: (response) => response.writeHead(204).end()
  }
  let server: Server | undefined
  let port = 0
  /** Opens it again, on the same port. */
  const open = async () => {
    server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const { type, data } = JSON.parse(body)
      received.push({
        ...data,
        type,
        hook: request.url ?? '',
        id: headers['webhook-id'] ?? '',
        signatures: headers['webhook-signature']?.split(' ').length ?? 0,
        verifiedBy: secrets.filter((secret) => isVerified(secret, body, headers)),
        isTaken: settings.isTaking,
        at: performance.now()
      })
      settings.answer(response)
    }).listen(port, host)
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' ? (address?.port ?? 0) : 0
  }
  const close = async () => {
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
  }
  await open()
  teardown(close)
  return {
    /** The messages that have come, some of them more than once. */
    received,
    secrets,
    settings,
    origin: `http://${host}:${port}`,
    open,
    close,
    /** Sets the answer to a status. */
    answerWith: (status: number, headers: Record<string, string> = {}) => {
      settings.answer = (response) => response.writeHead(status, headers).end()
    }
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>
