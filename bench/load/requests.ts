/** Sends single requests, and load to one address. autocannon runs in this process. */
import autocannon from 'autocannon'
import { request } from 'undici'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** One answer. Status 0: the connection broke before it came. */
export interface Answer {
  /** When the request was sent, in milliseconds of `performance.now()`. */
  readonly at: number
  readonly status: number
  readonly ms: number
  readonly headers: Headers
}

export interface Reply extends Answer {
  /** The body; a message if there is no answer. */
  readonly body: Buffer
}

export type Options = NonNullable<Parameters<typeof request>[1]>

/** Milliseconds that a client waits for an answer. */
const ANSWER_TIMEOUT = 15_000

/** Sends a request. Unlike `fetch`, it can set the header Host, and it never throws. */
export const send = async (url: string, options: Options = {}): Promise<Reply> => {
  const at = performance.now()
  const timeouts = { headersTimeout: ANSWER_TIMEOUT, bodyTimeout: ANSWER_TIMEOUT }
  try {
    const { statusCode: status, headers, body } = await request(url, { ...timeouts, ...options })
    const bytes = Buffer.from(await body.arrayBuffer())
    return { at, status, ms: performance.now() - at, headers, body: bytes }
  } catch (error) {
    return { at, status: 0, ms: performance.now() - at, headers: {}, body: Buffer.from(String(error)) }
  }
}

/** Milliseconds that a client waits before it repeats a request that was refused. */
export const RETRY_DELAY = 50

/** Sends a request. @throws Error if the answer has another status than expected */
export const ask = async (url: string, options: Options = {}, expected: readonly number[] = [200]): Promise<Reply> => {
  const reply = await send(url, options)
  if (!expected.includes(reply.status)) throw new Error(`${url} returned ${reply.status}: ${reply.body}`)
  return reply
}

/** Returns the token of a new session of the user `admin`. */
export const logIn = async (origin: string, password: string): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  const login = JSON.stringify({ UserName: 'admin', Password: password })
  const { body } = await ask(`${origin}/resources/Security/Login.json`, { method: 'POST', headers, body: login }, [201])
  const { Session }: { Session: string } = JSON.parse(`${body}`)
  return Session
}

/** Returns the options of a request with a token and, unless it needs none, a body in JSON. */
export const signed = <M extends 'POST' | 'PUT' | 'DELETE'>(token: string, method: M, body?: object) => ({
  method,
  headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { body: JSON.stringify(body) })
})

/** Inserts an item into a list of a service. @returns the members of the item that programs need */
export const create = async (
  origin: string,
  token: string,
  list: string,
  body: object
): Promise<{ readonly Id: number; readonly Secret: string | undefined }> => {
  const reply = await ask(`${origin}/resources/${list}.json`, signed(token, 'POST', body), [201])
  const { Id, Secret }: { Id: string; Secret?: string } = JSON.parse(`${reply.body}`)
  return { Id: Number(Id), Secret }
}

/** Returns the address and options of a request that publishes a post. */
export const publication = (origin: string, token: string, blog: number, text: string, key?: string) => {
  const { headers, ...options } = signed(token, 'POST', { Content: text })
  return [
    `${origin}/resources/Desk/Blog/${blog}/Post/Publish`,
    { ...options, headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) } }
  ] as const
}

/** Headers that Node and nginx add themselves. */
const ADDED_BY_SERVER = /^(?:date|connection|keep-alive|content-length|transfer-encoding|x-cache|server)$/

/** Returns the headers that another server must set to send the same answer. */
export const copiedHeaders = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (ADDED_BY_SERVER.test(name) ? [] : [[name, String(value)]]))
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
