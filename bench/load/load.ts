/** Load that remembers every answer: writers that try again with the same key, readers that never do. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { publication, RETRY_DELAY, send, type Answer } from './requests.ts'

export type { Answer } from './requests.ts'

/** The answers that a load has received, and a function that ends it. */
export interface Load {
  readonly answers: readonly Answer[]
  /** Ends it, when the requests under way are answered. */
  readonly stop: () => Promise<void>
}

export interface Writers extends Load {
  /** Contents of the posts that were answered with 201. */
  readonly acknowledged: ReadonlySet<string>
  /** Contents of the posts that were refused with 503 and not sent again, with the time of the request. */
  readonly refused: ReadonlyMap<string, number>
  /** Answers that are neither 201, 502 nor 503, with their bodies. */
  readonly unexpected: readonly string[]
}

/** Calls a function again and again until the load is stopped: for each client one after the other. */
const repeat = (count: number, step: (client: number, dispatcher: Agent, signal: AbortSignal) => Promise<unknown>) => {
  const dispatcher = new Agent({ connections: count })
  const over = new AbortController()
  const all = Array.from({ length: count }, async (_, client) => {
    while (!over.signal.aborted) await step(client, dispatcher, over.signal)
  })
  return async () => {
    over.abort()
    await Promise.all(all)
    await dispatcher.destroy()
  }
}

/** A user who may write, and the blogs that a load is about. */
export interface Newsroom {
  readonly token: string
  readonly blogs: readonly number[]
}

/**
 * Writers that publish post after post, and send each again with its key until it is acknowledged.
 * @param pause milliseconds between two posts of a writer
 * @param insists whether they repeat a post that was refused
 */
export const writers = (
  origin: string,
  { token, blogs }: Newsroom,
  { count = 8, pause = 10, insists = true } = {}
): Writers => {
  const answers: Answer[] = []
  const acknowledged = new Set<string>()
  const refused = new Map<string, number>()
  const unexpected: string[] = []
  let posts = 0
  const stop = repeat(count, async (client, dispatcher, signal) => {
    const [key, blog = 0] = [`writer ${client}, post ${(posts += 1)}`, blogs[posts % blogs.length]]
    const [url, options] = publication(origin, token, blog, key, key)
    for (;;) {
      const { body, ...answer } = await send(url, { dispatcher, ...options })
      answers.push(answer)
      const { status } = answer
      if (status === 201) break
      // 502: nginx lost the connection to a replica, and does not repeat an insert.
      if (![0, 502, 503].includes(status)) unexpected.push(`${status} ${body}`)
      if (!insists && status === 503) refused.set(key, answer.at)
      // The last attempts end with the load: posts that nobody acknowledged may be there or not.
      if (!insists || signal.aborted) return
      await sleep(RETRY_DELAY)
    }
    acknowledged.add(key)
    await sleep(pause)
  })
  return { answers, acknowledged, refused, unexpected, stop }
}

/**
 * Readers that get one path after another, each reader on its own connection.
 * @param pathOf path of the n-th request of all
 */
export const readers = (
  origin: string,
  pathOf: (n: number) => string,
  { count = 16, pause = 10, headers = {} } = {}
): Load => {
  const answers: Answer[] = []
  let n = 0
  const stop = repeat(count, async (_client, dispatcher) => {
    const { body, ...answer } = await send(origin + pathOf(n++), { dispatcher, headers })
    answers.push(answer)
    await sleep(pause)
  })
  return { answers, stop }
}

/** Paths of documents that readers of blogs share. */
export const shared = (blogs: readonly number[]) => (n: number) => {
  const blog = `/resources/Desk/Blog/${blogs[n % blogs.length]}`
  const documents = [blog, `${blog}/Post/Published`, `${blog}/Post/Published.json?X-Filter=*&limit=10`]
  return documents[Math.floor(n / blogs.length) % 3] ?? blog
}

/** Paths of documents that are in no cache, because each is requested once. */
export const uncached = (blogs: readonly number[]) => (n: number) =>
  `/resources/Desk/Blog/${blogs[n % blogs.length]}/Post/Published?limit=20&cId.until=${1_000_000 + n}`

/** Writers, readers of documents that readers share, and readers of documents that no cache has. */
export interface MixedLoad {
  readonly writing: Writers
  readonly reading: Load
  readonly readingUncached: Load
}

/** Stops all parts of a load. */
export const stopAll = (load: MixedLoad) => Promise.all(Object.values(load).map((part: Load) => part.stop()))

/** Starts a mixed load at an origin. */
export const mixedLoad = (origin: string, newsroom: Newsroom): MixedLoad => ({
  writing: writers(origin, newsroom),
  reading: readers(origin, shared(newsroom.blogs)),
  readingUncached: readers(origin, uncached(newsroom.blogs), { count: 4 })
})
