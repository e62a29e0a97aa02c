/** Sends single requests, and load to one address. autocannon runs in this process. */
import autocannon from 'autocannon'
import { request } from 'undici'

export type Request = { url: string } & NonNullable<Parameters<typeof request>[1]>
export type Answer = Awaited<ReturnType<typeof ask>>

/** Sends one request. Unlike `fetch`, it can set the header Host. */
export const ask = async ({ url, ...options }: Request) => {
  const { statusCode: status, headers, body } = await request(url, options)
  return { status, headers, body: Buffer.from(await body.arrayBuffer()) }
}

/** Headers that Node and nginx add themselves. */
const ADDED_BY_SERVER = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'x-cache',
  'server'
])

/** Returns the headers that another server must set to send the same answer. */
export const copiedHeaders = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (ADDED_BY_SERVER.has(name) ? [] : [[name, String(value)]]))
  )

/** Duration of each load, in seconds. */
export const SECONDS = 1

/**
 * Returns the number of answers per second under load, by default from 50 connections.
 * @param expected status that every answer must have
 * @throws Error if a request fails or has another status
 */
export const requestsPerSecond = async (options: autocannon.Options, expected = 200): Promise<number> => {
  let [answers, unexpected, firstAt, lastAt] = [0, 0, 0, 0]
  const setupClient = (client: autocannon.Client) =>
    client.on('response', (status) => {
      lastAt = performance.now()
      firstAt ||= lastAt
      answers += 1
      if (status !== expected) unexpected += 1
    })
  const { errors } = await autocannon({ connections: 50, duration: SECONDS, sampleInt: 50, setupClient, ...options })
  if (unexpected + errors > 0) {
    throw new Error(`${options.url}: ${unexpected} answers were not ${expected}, ${errors} requests failed.`)
  }
  return ((answers - 1) / (lastAt - firstAt)) * 1000
}
