/** Single requests, and load on one address with autocannon in this process. */
import autocannon from 'autocannon'
import { request } from 'undici'

export type Request = { url: string } & NonNullable<Parameters<typeof request>[1]>
export type Answer = Awaited<ReturnType<typeof ask>>

/** Sends one request. Unlike `fetch` it can name another host. */
export const ask = async ({ url, ...options }: Request) => {
  const { statusCode: status, headers, body } = await request(url, options)
  return { status, headers, body: Buffer.from(await body.arrayBuffer()) }
}

/** Headers that Node and nginx write themselves. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'x-cache', 'server'])

/** Headers that another server must add to send the same answer. */
export const copiedHeaders = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (OWN.has(name) ? [] : [[name, String(value)]])))

/** Duration of a load. */
export const SECONDS = 1

/**
 * Measures requests per second under load.
 * @param expected status of every answer
 * @throws Error if a request fails or is answered with another status
 */
export const requestsPerSecond = async (options: autocannon.Options, expected = 200): Promise<number> => {
  let [answers, others, first, last] = [0, 0, 0, 0]
  const setupClient = (client: autocannon.Client) =>
    client.on('response', (status) => {
      last = performance.now()
      first ||= last
      answers += 1
      if (status !== expected) others += 1
    })
  const { errors } = await autocannon({ connections: 50, duration: SECONDS, sampleInt: 50, setupClient, ...options })
  if (others + errors > 0) throw new Error(`${options.url}: ${others} answers were not ${expected}, ${errors} errors.`)
  return ((answers - 1) / (last - first)) * 1000
}
