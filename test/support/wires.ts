/** A wire to the service or to its database, which tests cut, and lead to another replica. */
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Test } from 'tap'
import { portOf } from '../routes/socket.ts'

export interface Wire {
  /** Address of this end of the wire. */
  readonly address: string
  /** Breaks all connections and refuses new ones. */
  readonly cut: () => void
  /** Breaks all connections, but lets requests through: only their responses are lost. */
  readonly loseResponses: () => void
  /** Leaves new connections without an answer. */
  readonly deafen: () => void
  /** Resets all connections, and lets new ones through. @param target address of another replica */
  readonly mend: (target?: string) => void
}

/** Returns a wire to the port of an address. */
export const wireTo = async (t: Test, target: string): Promise<Wire> => {
  let port = Number(new URL(target).port)
  let state: 'open' | 'cut' | 'one way' = 'open'
  let isDeaf = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy()
      return
    }
    if (isDeaf) {
      sockets.add(near)
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
    for (const socket of sockets) socket.resetAndDestroy()
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
    deafen: () => {
      isDeaf = true
    },
    mend: (other = target) => {
      port = Number(new URL(other).port)
      state = 'open'
      breakAll()
    }
  }
}
