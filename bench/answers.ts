/** Single answers, byte for byte: what the compared servers send must be the same. */
import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An answer as it came: header names are spelled as the server spells them. */
export interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** What is asked. */
export interface Asked { readonly path: string, readonly headers?: Readonly<Record<string, string>> }

/** Asks once, over a connection that may be kept as those under load are. */
export const ask = async (origin: string, { path, headers = {} }: Asked): Promise<Answer> => {
  const asked = request(origin + path, { headers: { host: new URL(origin).host, connection: 'keep-alive', ...headers } }).end()
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (response === undefined) throw new Error(`${origin}${path} did not answer.`)
  const body = await buffer(response)
  asked.destroy()
  const names = response.rawHeaders.filter((_, index) => index % 2 === 0)
  return { status: response.statusCode ?? 0, headers: names.map((name, index) => [name, response.rawHeaders[index * 2 + 1] ?? '']), body }
}

/** The value of a header of an answer. @throws Error when it has none */
export const headerOf = ({ headers }: Answer, wanted: string): string => {
  const [, value] = headers.find(([name]) => name.toLowerCase() === wanted) ?? []
  if (value === undefined) throw new Error(`An answer has no ${wanted}.`)
  return value
}

/** What the plain way does without: it keeps nothing and helps nobody to. */
export const OF_CACHES = ['etag', 'cache-control', 'link'] as const

/**
 * Throws when two servers answer differently; only the time of day may differ.
 * @param beside names of headers that only the reference sends
 */
export const assertSame = async (asked: Asked, reference: string, other: string, beside: readonly string[] = []): Promise<void> => {
  const { path, headers } = asked
  // Links start with the host.
  const same = { path, headers: { host: new URL(reference).host, ...headers } }
  const [expected, found] = await Promise.all([ask(reference, same), ask(other, same)])
  assert.equal(expected.status, 200, `${path} is there`)
  assert.equal(found.status, expected.status, `status of ${path}`)
  assert.deepEqual(comparable(found.headers, []), comparable(expected.headers, beside), `headers of ${path}`)
  assert.equal(found.body.toString(), expected.body.toString(), `body of ${path}`)
}

const comparable = (headers: Answer['headers'], without: readonly string[]) => headers
  .filter(([name]) => name !== 'Date' && !without.includes(name.toLowerCase())).map(([name, value]) => `${name}: ${value}`).toSorted()
