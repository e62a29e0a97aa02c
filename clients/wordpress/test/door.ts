/** Stands in front of a service: counts the requests of WordPress, and answers in its place. */
import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ending } from '../../../bench/stage/ending.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A request of WordPress. */
export interface WordPressRequest {
  readonly path: string
  /** Returns the status of the answer; undefined before it comes. */
  readonly status: () => number | undefined
}

/** Opens a door. Requests of browsers always reach the service, those of WordPress get `settings.answer`. */
export const openDoor = async ({ teardown }: Ending, service = '') => {
  const requests: WordPressRequest[] = []
  const pass: Answer = (request, response) => {
    const { url = '', method = '', headers } = request
    const onward = ask(service + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    // A service that was killed answers nothing.
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }
  const settings = { answer: pass }
  const server = createServer((request, response) => {
    if (request.headers['user-agent']?.startsWith('WordPress') !== true) {
      pass(request, response)
      return
    }
    requests.push({
      path: request.url ?? '',
      status: () => (response.headersSent ? response.statusCode : undefined)
    })
    settings.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const address: AddressInfo | string | null = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { origin: `http://127.0.0.1:${port}`, requests, settings, pass }
}
