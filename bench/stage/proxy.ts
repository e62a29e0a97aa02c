/** A TCP proxy that delays and slows down answers, and cuts connections at random: requests or answers are lost. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../db/embedded/index.ts'
import type { Ending } from './ending.ts'

export interface Proxy {
  /** The address of the server, with host and port of the proxy. */
  readonly url: string
  /** Delays all further answers. */
  readonly delay: (milliseconds: number) => void
  /** Passes all further answers at this rate, in bytes per second; Infinity ends that. */
  readonly slowDown: (rate: number) => void
  /** Number of times that a connection ended while a part of an answer was passed slowly. */
  readonly truncated: () => number
  /** Cuts all connections that are open. */
  readonly cutAll: () => void
  /** Number of connections cut before the answer arrived (early), and when it arrived (late). */
  readonly cuts: () => { readonly early: number; readonly late: number }
}

/** Connections that the proxy cuts. */
export interface Cuts {
  /** Tells whether the bytes are a request that may be cut. */
  readonly isRequest: (sent: Buffer) => boolean
  /** Tells whether the bytes end the answer. */
  readonly endsAnswer: (answer: Buffer) => boolean
  /** Share of these requests that are cut, from 0 to 1. */
  readonly likelihood: number
}

/** Maximum milliseconds between a request and an early cut. */
const EARLY = 15

/** Milliseconds between two parts of a slow answer. */
const PART = 50

const NOTHING: Cuts = { isRequest: () => false, endsAnswer: () => false, likelihood: 0 }

/** Starts a proxy in front of the server at an address. */
export const startProxy = async (
  end: Ending,
  address: string,
  { isRequest, endsAnswer, likelihood }: Cuts = NOTHING
): Promise<Proxy> => {
  const { hostname, port } = new URL(address)
  const sockets = new Set<Socket>()
  let [early, late, truncated, delay, rate] = [0, 0, 0, 0, Infinity]
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    const cut = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.setNoDelay(true).on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
    let isDoomed = false
    client.on('data', (sent: Buffer) => {
      server.write(sent)
      if (isDoomed || !isRequest(sent) || Math.random() >= likelihood) return
      isDoomed = true
      if (Math.random() < 0.5) return
      early += 1
      setTimeout(cut, Math.random() * EARLY)
    })
    const pass = (answer: Buffer) => {
      if (!isDoomed) client.write(answer)
      else if (endsAnswer(answer)) {
        late += 1
        cut()
      }
    }
    let passed = Promise.resolve()
    server.on('data', (answer: Buffer) => {
      const due = performance.now() + delay
      // The order stays, even when the delay changes.
      passed = passed.then(async () => {
        if (due > performance.now()) await sleep(due - performance.now())
        let rest = answer
        while (rest.length > 0 && !client.destroyed) {
          const size = Math.min(rest.length, Math.ceil((rate * PART) / 1000))
          pass(rest.subarray(0, size))
          rest = rest.subarray(size)
          if (rate !== Infinity) await sleep(PART)
        }
        if (rest.length > 0 && rest.length < answer.length) truncated += 1
      })
    })
  })
  const ownPort = await freePort()
  proxy.listen(ownPort, '127.0.0.1')
  await once(proxy, 'listening')
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  end.teardown(() => {
    cutAll()
    proxy.close()
  })
  return {
    url: address.replace(`${hostname}:${port}`, `127.0.0.1:${ownPort}`),
    delay: (milliseconds) => {
      delay = milliseconds
    },
    slowDown: (bytes) => {
      rate = bytes
    },
    truncated: () => truncated,
    cutAll,
    cuts: () => ({ early, late })
  }
}
