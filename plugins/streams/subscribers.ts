/** The clients at the other end of streams: what they are sent, and when they are let go. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** One open stream. */
export interface Subscriber {
  /** Sends bytes, and waits where the client does not take them. */
  readonly send: (bytes: Buffer | string) => Promise<void>
  /** Ends the stream and says why. */
  readonly close: (reason: string) => void
  readonly isGone: () => boolean
  /** Calls back once when the stream has ended, whoever ended it. */
  readonly onGone: (call: () => void) => void
}

/** Milliseconds a client may take for what it was sent; then it is cut off. It comes back and resumes. */
const DRAIN_LIMIT = 10_000
/** Milliseconds until a client that takes nothing, not even its stream's end, is cut off. */
const CLOSE_LIMIT = 1000
/** Seconds between two heartbeats, so that proxies don't drop idle streams. */
const HEARTBEAT = 15

const BEAT = Buffer.from(':\n\n')

export const subscriberList = () => {
  // One part is beaten a second, so that ten thousand never are at once.
  const parts = Array.from({ length: HEARTBEAT }, () => new Map<Subscriber, ServerResponse>())
  const ofClients = new Map<string, number>()
  const countOf = (client: string) => ofClients.get(client) ?? 0
  let added = 0
  let beats = 0
  const beating = setInterval(() => {
    beats += 1
    for (const response of parts[beats % HEARTBEAT]?.values() ?? []) {
      if (!response.writableNeedDrain) response.write(BEAT)
    }
  }, 1000)
  beating.unref()

  return {
    /** Takes a response whose head has been written, and the client that it counts against. */
    add: (response: ServerResponse, client: string): Subscriber => {
      const subscriber = subscriberOf(response)
      const part = parts[added++ % HEARTBEAT]
      part?.set(subscriber, response)
      ofClients.set(client, countOf(client) + 1)
      subscriber.onGone(() => {
        part?.delete(subscriber)
        if (countOf(client) > 1) ofClients.set(client, countOf(client) - 1)
        else ofClients.delete(client)
      })
      return subscriber
    },
    countOf,
    closeAll: (reason: string) => {
      clearInterval(beating)
      for (const part of parts) for (const subscriber of part.keys()) subscriber.close(reason)
    },
    count: () => parts.reduce((sum, { size }) => sum + size, 0)
  }
}

const subscriberOf = (response: ServerResponse): Subscriber => {
  const isGone = () => response.destroyed || response.writableEnded
  return {
    isGone,
    onGone: (call) => {
      if (response.destroyed) call()
      else response.once('close', call)
    },
    send: async (bytes) => {
      if (isGone() || response.write(bytes)) return
      await once(response, 'drain', { signal: AbortSignal.timeout(DRAIN_LIMIT) }).catch(() => response.destroy())
    },
    close: (reason) => {
      if (isGone()) return
      response.end(`event: close\ndata: ${reason}\n\n`)
      setTimeout(() => response.destroy(), CLOSE_LIMIT).unref()
    }
  }
}
