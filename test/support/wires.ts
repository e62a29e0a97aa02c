/** A wire between browsers and the service, which tests cut, and lead to another replica. */
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Test } from 'tap'
import { portOf } from '../routes/socket.ts'

export interface Wire {
  /** Address at which browsers reach the service. */
  readonly address: string
  /** Breaks all connections and refuses new ones. */
  readonly cut: () => void
  /** Breaks all connections, but lets requests through: only their responses are lost. */
  readonly loseResponses: () => void
  /** Lets connections through again. @param target address of another replica */
  readonly mend: (target?: string) => void
}

/** Returns a wire to an address. */
export const wireTo = async (t: Test, target: string): Promise<Wire> => {
  let port = Number(new URL(target).port)
  let state: 'open' | 'cut' | 'one way' = 'open'
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.end()
      })
    }
    near.pipe(far)
    far.on('data', (bytes) => {
      if (state === 'open') near.write(bytes)
      else near.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  t.teardown(() => {
    breakAll()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${portOf(server)}`,
    cut: () => {
      state = 'cut'
      breakAll()
    },
    loseResponses: () => {
      state = 'one way'
    },
    mend: (other = target) => {
      port = Number(new URL(other).port)
      state = 'open'
      breakAll()
    }
  }
}
