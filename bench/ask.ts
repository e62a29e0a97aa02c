/** Single requests. */
import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Answer { status: number | undefined, headers: IncomingMessage['headers'], body: Buffer }

export interface Asked { method?: string, headers?: Readonly<Record<string, string>>, body?: string }

const agent = new Agent({ keepAlive: true })

/** Sends one request. Unlike `fetch` it can name another host. */
export const ask = async (address: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> => {
  const sent = request(address, { method, headers, agent }).end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  assert(response)
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

/** Headers that node and nginx write themselves. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'x-cache', 'server'])

/** The headers of an answer that another server must add to send the same. */
export const copiedHeaders = ({ headers }: Answer): Record<string, string> => Object.fromEntries(
  Object.entries(headers).flatMap(([name, value]) => OWN.has(name) ? [] : [[name, String(value)]]))
