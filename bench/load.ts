/** Puts load on one address with autocannon, in this process. */
import autocannon from 'autocannon'

/** Options of autocannon, the status of every answer, and the path of the next request where each is another. */
export interface Load extends autocannon.Options { status?: number, next?: () => string }

/**
 * Measures requests per second.
 * @throws Error when any request failed or was answered with another status
 */
export const requestsPerSecond = async ({ status = 200, next, ...options }: Load): Promise<number> => {
  let [answers, others, first, last] = [0, 0, 0, 0]
  const setupRequest = (request: autocannon.Request) => ({ ...request, ...next && { path: next() } })
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const settle = (error: unknown, result: autocannon.Result) => error ? reject(error) : resolve(result)
    const instance = autocannon({ sampleInt: 50, ...options, ...next && { requests: [{ setupRequest }] } }, settle)
    instance.on('response', (_client, received) => {
      last = performance.now()
      first ||= last
      answers += 1
      if (received !== status) others += 1
    })
  })
  if (others + errors > 0) throw new Error(`${options.url}: ${others} answers were not ${status}, ${errors} errors.`)
  return (answers - 1) / (last - first) * 1000
}
