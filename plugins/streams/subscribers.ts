/** Open streams: counts them, keeps them alive, and ends those whose clients are too slow. */
import type { Socket } from 'node:net'

/** One open stream. Tens of thousands are open at once, so it holds nothing of its request. */
export interface Subscriber {
  readonly socket: Socket
}

/** Milliseconds that a client may take to read a full buffer. Then it is disconnected; it can reconnect and resume. */
const DRAIN_LIMIT = 10_000
/** Milliseconds after which a connection is destroyed if the client does not read the end of the stream. */
const CLOSE_LIMIT = 1000
/** Seconds between two heartbeats, so that proxies don't drop idle streams. */
const HEARTBEAT = 15

const HEARTBEAT_BYTES = Buffer.from(':\n\n')

export const subscriberList = () => {
  const subscribers = new Set<Subscriber>()
  const perClient = new Map<string, number>()
  const countOf = (client: string) => perClient.get(client) ?? 0
  // Each second the next fifteenth of the streams gets a heartbeat, so the service never writes to all of them at once.
  let turn = subscribers.values()
  const timer = setInterval(() => {
    for (let count = Math.ceil(subscribers.size / HEARTBEAT); count > 0; count -= 1) {
      const { done, value } = turn.next()
      if (done === true) turn = subscribers.values()
      else if (!value.socket.writableNeedDrain) value.socket.write(HEARTBEAT_BYTES)
    }
  }, 1000)
  timer.unref()

  return {
    /**
     * Adds a stream of a client.
     * @param socket the connection of the stream; the head of the response must have been written
     * @param onEnd called when the stream has ended, by the client or by the service
     */
    add: (socket: Socket, client: string, onEnd: (subscriber: Subscriber) => void): Subscriber => {
      const subscriber = { socket }
      subscribers.add(subscriber)
      perClient.set(client, countOf(client) + 1)
      socket.on('close', () => {
        subscribers.delete(subscriber)
        if (countOf(client) > 1) perClient.set(client, countOf(client) - 1)
        else perClient.delete(client)
        onEnd(subscriber)
      })
      return subscriber
    },
    /** Returns the number of open streams of a client. */
    countOf,
    count: () => subscribers.size,
    closeAll: (reason: string) => {
      clearInterval(timer)
      for (const subscriber of subscribers) close(subscriber, reason)
    }
  }
}

/** Writes bytes to a stream. @returns false if the buffer of the connection is full */
export const send = ({ socket }: Subscriber, bytes: Buffer): boolean => !socket.writable || socket.write(bytes)

/** Calls back when the client has read everything; disconnects a client that is too slow. */
export const whenDrained = ({ socket }: Subscriber, call: () => void) => {
  const timer = setTimeout(() => socket.destroy(), DRAIN_LIMIT).unref()
  socket.once('drain', () => {
    clearTimeout(timer)
    call()
  })
}

/** Sends an event `close` with the reason, and ends the stream. */
export const close = ({ socket }: Subscriber, reason: string) => {
  if (!socket.writable) return
  socket.end(`event: close\ndata: ${reason}\n\n`)
  setTimeout(() => socket.destroy(), CLOSE_LIMIT).unref()
}
