/** A TCP proxy that cuts connections at random, to test lost requests and lost responses. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Proxy {
  port: number
  /** Number of connections cut before the response arrived (early), and when it arrived (late). */
  cuts: () => { early: number; late: number }
  close: () => Promise<void>
}

/** Maximum delay of an early cut after the request, in milliseconds. */
const EARLY = 15

/**
 * Starts a proxy in front of a host and port.
 * @param isRequest tells whether the bytes are a request that may be cut
 * @param endsResponse tells whether the bytes end the response
 * @param likelihood share of these requests that are cut, from 0 to 1
 */
export const startProxy = async (
  { hostname, port }: URL,
  {
    isRequest,
    endsResponse,
    likelihood
  }: {
    isRequest: (sent: Buffer) => boolean
    endsResponse: (answer: Buffer) => boolean
    likelihood: number
  }
): Promise<Proxy> => {
  const sockets = new Set<Socket>()
  let [early, late] = [0, 0]
  const server = createServer((client) => {
    const target = connect({ host: hostname, port: Number(port) })
    let isDoomed = false
    const cut = () => {
      client.destroy()
      target.destroy()
    }
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket
        .setNoDelay(true)
        .on('error', cut)
        .on('close', () => {
          sockets.delete(socket)
          cut()
        })
    }
    client.on('data', (sent: Buffer) => {
      target.write(sent)
      if (isDoomed || !isRequest(sent) || Math.random() >= likelihood) return
      isDoomed = true
      if (Math.random() < 0.5) return
      early += 1
      setTimeout(cut, Math.random() * EARLY)
    })
    target.on('data', (answer: Buffer) => {
      if (!isDoomed) client.write(answer)
      else if (endsResponse(answer)) {
        late += 1
        cut()
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    port: address.port,
    cuts: () => ({ early, late }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
}

/** Returns an address with the host and port of a proxy. */
export const through = (address: string, { port }: Pick<Proxy, 'port'>): string => {
  const url = new URL(address)
  url.host = `127.0.0.1:${port}`
  return url.href
}
