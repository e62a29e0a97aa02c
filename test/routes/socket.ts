/** Raw connections, for tests that `app.inject` cannot do. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyInstance } from 'fastify'

/** All that the service sent before it closed the connection. `head` and `body` are split at the first empty line. */
export interface SocketAnswer {
  status: number
  head: string
  body: string
}

/** Whether this machine has IPv6. */
export const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1')

/** Starts listening on a free port. @returns the port */
export const listen = async (app: FastifyInstance, host = '127.0.0.1'): Promise<number> => {
  await app.listen({ host, port: 0 })
  return portOf(app.server)
}

/** Returns the port that a server listens on. */
export const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

/**
 * Sends a request unchanged and reads until the service closes the connection. The request must cause that, for example
 * with `Connection: close`.
 * @throws Error if the connection breaks before a response arrives
 */
export const converse = async (port: number, request: string | Buffer, host = '127.0.0.1'): Promise<SocketAnswer> => {
  const socket = connect({ host, port })
  await once(socket, 'connect')
  const chunks: Buffer[] = []
  let connectionError: Error | undefined
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
  })
  socket.on('error', (error) => {
    connectionError = error
  })
  socket.write(request)
  await new Promise((resolve) => {
    socket.once('close', resolve)
  })
  const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? []
  if (status === undefined) throw connectionError ?? new Error(`not an HTTP/1.1 response: ${head}`)
  return { status: Number(status), head, body: body.join('\r\n\r\n') }
}
