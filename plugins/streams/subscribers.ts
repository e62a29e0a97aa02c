/** Open streams: sends events and heartbeats to their clients, and ends the streams of clients that are too slow. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** One open stream. */
export interface Subscriber {
  /** Writes bytes, and waits until the client has read them if the buffer of the connection is full. */
  readonly send: (bytes: Buffer | string) => Promise<void>
  /** Sends an event `close` with the reason, and ends the stream. */
  readonly close: (reason: string) => void
  readonly isEnded: () => boolean
  /** Calls back once when the stream has ended, by the client or by the service. */
  readonly onEnded: (call: () => void) => void
}

/** Milliseconds that a client may take to read a full buffer. Then it is disconnected; it can reconnect and resume. */
const DRAIN_LIMIT = 10_000
/** Milliseconds after which a connection is destroyed if the client does not read the end of the stream. */
const CLOSE_LIMIT = 1000
/** Seconds between two heartbeats, so that proxies don't drop idle streams. */
const HEARTBEAT = 15

const HEARTBEAT_BYTES = Buffer.from(':\n\n')

export const subscriberList = () => {
  // The streams are divided into one part for each second between two heartbeats, and each second one part gets a
  // heartbeat. So the service never writes to all of ten thousand streams at once.
  const parts = Array.from({ length: HEARTBEAT }, () => new Map<Subscriber, ServerResponse>())
  const perClient = new Map<string, number>()
  const countOf = (client: string) => perClient.get(client) ?? 0
  let added = 0
  let seconds = 0
  const timer = setInterval(() => {
    seconds += 1
    for (const response of parts[seconds % HEARTBEAT]?.values() ?? []) {
      if (!response.writableNeedDrain) response.write(HEARTBEAT_BYTES)
    }
  }, 1000)
  timer.unref()

  return {
    /** Adds a stream of a client. The head of its response must have been written. */
    add: (response: ServerResponse, client: string): Subscriber => {
      const subscriber = subscriberOf(response)
      const part = parts[added++ % HEARTBEAT]
      part?.set(subscriber, response)
      perClient.set(client, countOf(client) + 1)
      subscriber.onEnded(() => {
        part?.delete(subscriber)
        if (countOf(client) > 1) perClient.set(client, countOf(client) - 1)
        else perClient.delete(client)
      })
      return subscriber
    },
    /** Returns the number of open streams of a client. */
    countOf,
    closeAll: (reason: string) => {
      clearInterval(timer)
      for (const part of parts) for (const subscriber of part.keys()) subscriber.close(reason)
    },
    count: () => parts.reduce((sum, { size }) => sum + size, 0)
  }
}

const subscriberOf = (response: ServerResponse): Subscriber => {
  const isEnded = () => response.destroyed || response.writableEnded
  return {
    isEnded,
    onEnded: (call) => {
      if (response.destroyed) call()
      else response.once('close', call)
    },
    send: async (bytes) => {
      if (isEnded() || response.write(bytes)) return
      await once(response, 'drain', { signal: AbortSignal.timeout(DRAIN_LIMIT) }).catch(() => response.destroy())
    },
    close: (reason) => {
      if (isEnded()) return
      response.end(`event: close\ndata: ${reason}\n\n`)
      setTimeout(() => response.destroy(), CLOSE_LIMIT).unref()
    }
  }
}
