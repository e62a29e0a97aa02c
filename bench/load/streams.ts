/** Opens streams. */
import { Agent, get, type IncomingMessage } from 'node:http'

/** An open stream: what it has sent, and whether it has ended. */
export interface Stream {
  readonly text: () => string
  readonly hasEnded: () => boolean
  /** Waits until it has sent a text. */
  readonly received: (text: string) => Promise<void>
  readonly close: () => void
}

/** Number of streams that are opened at the same time. */
const AT_ONCE = 100

/** Opens the stream of a list of posts. @throws Error if the answer is not 200 */
export const openStream = async (url: string, agent: Agent | false = false): Promise<Stream> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent, headers: { accept: 'text/event-stream' } }, resolve).on('error', reject)
  })
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`)
  let text = ''
  let hasEnded = false
  const waiting = new Map<string, () => void>()
  const end = () => {
    hasEnded = true
  }
  response
    .setEncoding('utf8')
    .on('data', (piece: string) => {
      text += piece
      for (const [awaited, resolve] of waiting) if (text.includes(awaited)) resolve()
    })
    .on('error', end)
    .on('close', end)
  return {
    text: () => text,
    hasEnded: () => hasEnded,
    received: async (awaited) => {
      if (text.includes(awaited)) return
      await new Promise<void>((resolve) => waiting.set(awaited, resolve))
      waiting.delete(awaited)
    },
    close: () => response.destroy()
  }
}

/** Opens many streams. @param addressOf returns the address of the list for the n-th stream */
export const openStreams = async (addressOf: (n: number) => string, count: number) => {
  const agent = new Agent({ keepAlive: true })
  const streams: Stream[] = []
  while (streams.length < count) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - streams.length) }, (_, n) => streams.length + n)
    streams.push(...(await Promise.all(numbers.map((n) => openStream(addressOf(n), agent)))))
  }
  return { streams, close: () => agent.destroy() }
}
