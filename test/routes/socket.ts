/** A connection of one's own, for what only a real socket shows. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What came back before the service closed the connection. */
export interface SocketAnswer {
  status: number
  head: string
  body: string
}

/** Lets the service listen on a free port. @returns the port */
export const listen = async (app: FastifyInstance, host = '127.0.0.1'): Promise<number> => {
  await app.listen({ host, port: 0 })
  const address: AddressInfo | string | null = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

/**
 * Sends a request as it stands and reads until the service closes the connection; the request must make it do so.
 * @throws Error when the connection breaks before an answer came
 */
export const converse = async (port: number, request: string | Buffer, host = '127.0.0.1'): Promise<SocketAnswer> => {
  const socket = connect({ host, port })
  await once(socket, 'connect')
  const pieces: Buffer[] = []
  let broken: Error | undefined
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece)
  })
  socket.on('error', (error) => {
    broken = error
  })
  socket.write(request)
  await new Promise((resolve) => {
    socket.once('close', resolve)
  })
  const [head = '', ...body] = Buffer.concat(pieces).toString().split('\r\n\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? []
  if (status === undefined) throw broken ?? new Error(`no answer but: ${head}`)
  return { status: Number(status), head, body: body.join('\r\n\r\n') }
}
