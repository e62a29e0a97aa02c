/** Single requests. */
import { request } from 'undici'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export interface Asked { method?: 'GET' | 'POST', headers?: Readonly<Record<string, string>>, body?: string }

/** Sends one request. Unlike `fetch` it can name another host. */
export const ask = async (address: string, asked: Asked = {}): Promise<Answer> => {
  const { statusCode: status, headers, body } = await request(address, asked)
  return { status, headers, body: Buffer.from(await body.arrayBuffer()) }
}

/** Headers that node and nginx write themselves. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'x-cache', 'server'])

/** The headers of an answer that another server must add to send the same. */
export const copiedHeaders = ({ headers }: Answer): Record<string, string> => Object.fromEntries(
  Object.entries(headers).flatMap(([name, value]) => OWN.has(name) ? [] : [[name, String(value)]]))
