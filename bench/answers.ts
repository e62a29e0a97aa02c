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

/**
 * Asks once, over a connection that may be kept as those under load are.
 * @param host sent as Host, where it shall not be that of the address: links start with it
 */
export const ask = async (address: string, host = new URL(address).host): Promise<Answer> => {
  const asked = request(address, { headers: { host, connection: 'keep-alive' } }).end()
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (response === undefined) throw new Error(`${address} did not answer.`)
  const body = await buffer(response)
  asked.destroy()
  const names = response.rawHeaders.filter((_, index) => index % 2 === 0)
  return { status: response.statusCode ?? 0, headers: names.map((name, index) => [name, response.rawHeaders[index * 2 + 1] ?? '']), body }
}

/** Throws when two servers answer an address differently; only the time of day may differ. */
export const assertSame = async (path: string, reference: string, other: string): Promise<void> => {
  const { host } = new URL(reference)
  const [expected, found] = await Promise.all([ask(reference + path, host), ask(other + path, host)])
  assert.equal(expected.status, 200, `${path} is there`)
  assert.equal(found.status, expected.status, `status of ${path}`)
  assert.deepEqual(comparable(found.headers), comparable(expected.headers), `headers of ${path}`)
  assert.equal(found.body.toString(), expected.body.toString(), `body of ${path}`)
}

const comparable = (headers: Answer['headers']) => headers.filter(([name]) => name !== 'Date').map(([name, value]) => `${name}: ${value}`).toSorted()
