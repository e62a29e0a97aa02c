/** Load that remembers every answer: writers that try again with the same key, readers that never do, streams. */
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** One answer. Status 0: the connection broke before it came. */
export interface Answer {
  /** When the request was sent, in milliseconds of `performance.now()`. */
  readonly at: number
  readonly status: number
  readonly ms: number
}

/** The answers that a load has received, and a function that ends it. */
export interface Load {
  readonly answers: readonly Answer[]
  /** Ends it, when the requests under way are answered. */
  readonly stop: () => Promise<void>
}

export interface Writers extends Load {
  /** Contents of the posts that were answered with 201. */
  readonly acknowledged: ReadonlySet<string>
  /** Answers that are neither 201, 502 nor 503, with their bodies. */
  readonly unexpected: readonly string[]
}

/** Milliseconds that a client waits for an answer. */
const ANSWER_TIMEOUT = 15_000
/** Milliseconds that a writer waits before it repeats a request. */
const PAUSE = 50

type Options = NonNullable<Parameters<typeof request>[1]>

/** Sends a request. Does not throw: a broken connection is an answer with the status 0. */
export const send = async (url: string, options: Options): Promise<Answer & { readonly body: string }> => {
  const at = performance.now()
  try {
    const answer = await request(url, { headersTimeout: ANSWER_TIMEOUT, bodyTimeout: ANSWER_TIMEOUT, ...options })
    const body = await answer.body.text()
    return { at, status: answer.statusCode, ms: performance.now() - at, body }
  } catch (error) {
    return { at, status: 0, ms: performance.now() - at, body: String(error) }
  }
}

/** Publishes a post with an idempotency key, which is also its content. */
export const publish = (
  origin: string,
  { token, blog, key, dispatcher }: { token: string; blog: number; key: string; dispatcher: Agent }
) =>
  send(`${origin}/resources/Desk/Blog/${blog}/Post/Publish`, {
    dispatcher,
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ Content: key })
  })

/**
 * Writers that publish post after post, and send each again with its key until it is acknowledged.
 * @param pause milliseconds between two posts of a writer
 */
export const writers = (
  origin: string,
  { token, blogs, count = 16, pause = 0 }: { token: string; blogs: readonly number[]; count?: number; pause?: number }
): Writers => {
  const dispatcher = new Agent({ connections: count })
  const answers: Answer[] = []
  const acknowledged = new Set<string>()
  const unexpected: string[] = []
  const over = new AbortController()
  const { signal } = over
  const write = async (name: number) => {
    for (let post = 0; !signal.aborted; post += 1) {
      const [key, blog = 0] = [`writer ${name}, post ${post}`, blogs[(name + post) % blogs.length]]
      for (let status = 0; status !== 201;) {
        const answer = await publish(origin, { token, blog, key, dispatcher })
        status = answer.status
        answers.push({ at: answer.at, status, ms: answer.ms })
        // 502: nginx lost the connection to a replica, and does not repeat an insert.
        if (![0, 201, 502, 503].includes(status)) unexpected.push(`${status} ${answer.body}`)
        // The last attempts end with the load: posts that nobody acknowledged may be there or not.
        if (status !== 201 && signal.aborted) return
        if (status !== 201) await sleep(PAUSE)
      }
      acknowledged.add(key)
      if (pause > 0) await sleep(pause)
    }
  }
  const all = Promise.all(Array.from({ length: count }, (_, name) => write(name)))
  return {
    answers,
    acknowledged,
    unexpected,
    stop: async () => {
      over.abort()
      await all
      await dispatcher.destroy()
    }
  }
}

/**
 * Readers that get one path after another, each reader on its own connection.
 * @param pathOf path of the n-th request of all
 */
export const readers = (origin: string, pathOf: (n: number) => string, { count = 16, pause = 10 } = {}): Load => {
  const dispatcher = new Agent({ connections: count })
  const answers: Answer[] = []
  const over = new AbortController()
  const { signal } = over
  let n = 0
  const read = async () => {
    while (!signal.aborted) {
      const { at, status, ms } = await send(`${origin}${pathOf(n++)}`, { dispatcher })
      answers.push({ at, status, ms })
      await sleep(pause)
    }
  }
  const all = Promise.all(Array.from({ length: count }, read))
  return {
    answers,
    stop: async () => {
      over.abort()
      await all
      await dispatcher.destroy()
    }
  }
}

/** Paths of documents that readers of blogs share. */
export const shared = (blogs: readonly number[]) => (n: number) => {
  const blog = blogs[n % blogs.length]
  return (
    [
      `/resources/Desk/Blog/${blog}`,
      `/resources/Desk/Blog/${blog}/Post/Published`,
      `/resources/Desk/Blog/${blog}/Post/Published.json?X-Filter=*&limit=10`
    ][Math.floor(n / blogs.length) % 3] ?? ''
  )
}

/** Paths of documents that no cache has: each is asked for once. */
export const uncached = (blogs: readonly number[]) => (n: number) =>
  `/resources/Desk/Blog/${blogs[n % blogs.length]}/Post/Published?limit=20&cId.until=${1_000_000 + n}`

/** Writers, readers of documents that readers share, and readers of documents that no cache has. */
export interface MixedLoad {
  readonly writing: Writers
  readonly reading: Load
  readonly readingUncached: Load
  readonly stop: () => Promise<void>
}

/**
 * Starts a mixed load.
 * @param front origin that readers of shared documents use
 * @param direct origin that all others use
 */
export const mixedLoad = (
  front: string,
  { token, blogs }: { token: string; blogs: readonly number[] },
  direct = front
): MixedLoad => {
  const writing = writers(direct, { token, blogs, count: 8, pause: 10 })
  const reading = readers(front, shared(blogs))
  const readingUncached = readers(direct, uncached(blogs), { count: 4 })
  return {
    writing,
    reading,
    readingUncached,
    stop: async () => {
      await Promise.all([writing.stop(), reading.stop(), readingUncached.stop()])
    }
  }
}

/** An open stream: what it has sent, and whether it has ended. */
export interface Stream {
  readonly text: () => string
  readonly hasEnded: () => boolean
  readonly close: () => void
}

/** Opens a stream of a blog's published posts. */
export const openStream = async (origin: string, blog: number): Promise<Stream> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const url = `${origin}/resources/Desk/Blog/${blog}/Post/Published`
    get(url, { agent: false, headers: { accept: 'text/event-stream' } }, resolve).on('error', reject)
  })
  let text = ''
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  response
    .setEncoding('utf8')
    .on('data', (piece: string) => {
      text += piece
    })
    .on('error', end)
    .on('close', end)
  return { text: () => text, hasEnded: () => hasEnded, close: () => response.destroy() }
}
