/** Connections that are cut on purpose: a proxy that passes bytes on until it does not. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Cutter {
  port: number
  /** Connections cut before the answer can have come, and instead of passing it on. */
  cuts: () => { early: number; late: number }
  close: () => Promise<void>
}

/** Milliseconds within which a request that is cut early has been on its way. */
const EARLY = 15

/**
 * @param isRequest tells the bytes of a request that may be cut
 * @param isAnswered tells the last bytes of its answer
 * @param likelihood how many of these requests are cut
 */
export const cutter = async (
  { hostname, port }: URL,
  {
    isRequest,
    isAnswered,
    likelihood
  }: {
    isRequest: (sent: Buffer) => boolean
    isAnswered: (answer: Buffer) => boolean
    likelihood: number
  }
): Promise<Cutter> => {
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
      else if (isAnswered(answer)) {
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

/** An address with another port of this machine. */
export const through = (address: string, { port }: Pick<Cutter, 'port'>): string => {
  const url = new URL(address)
  url.host = `127.0.0.1:${port}`
  return url.href
}
