/** Follows the links of pages. */
import type { Built } from './app.ts'
import { BASE, BROWSER, hrefsOf } from './html.ts'

/** A response on the way through the pages. */
export interface Visited {
  address: string
  from: string
  status: number
  type: string
  body: string
}

/** Follows all links of pages: one address of each shape. */
export const followAll = async (
  { get }: Pick<Built, 'get'>,
  start: string,
  headers: Readonly<Record<string, string>> = {}
): Promise<Visited[]> => {
  const shapes = new Set<string>()
  const visited: Visited[] = []
  const waiting = [{ address: start, from: '' }]
  for (const { address, from } of waiting) {
    const shape = address.replace(/\d+|(?<=\/Language\/)[a-z]\w*/g, '*').replace(/=[^&]*/g, '')
    if (!address.startsWith(BASE) || shapes.has(shape)) continue
    shapes.add(shape)
    const answer = await get(address.slice(BASE.length).replace(/#.*/, ''), { ...BROWSER, ...headers })
    const type = String(answer.headers['content-type'])
    visited.push({ address, from, status: answer.statusCode, type, body: answer.body })
    if (!type.startsWith('text/html')) continue
    waiting.push(...hrefsOf(answer.body).map((href) => ({ address: href, from: address })))
  }
  return visited
}
