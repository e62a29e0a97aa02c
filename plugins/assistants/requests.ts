/** Turns the call of a tool into a request of the public interface. */
import type { Row } from '../../schemas/language/rows.ts'
import type { TreeRequest } from '../tree-requests.ts'
import { PAGE, type Offer } from './offers.ts'

/** @param args the arguments, which fit the schema of the offer */
export const requestOf = ({ tool, operation }: Offer, args: Row): TreeRequest => {
  const { method, shows } = tool
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  let path = operation.path.replace('/resources/', '')
  for (const [name, source] of Object.entries(tool.takes)) {
    const { [name]: value = source === 'limit' ? PAGE : undefined } = args
    if (value === undefined) continue
    if (source in operation.params) path = path.replace(`{${source}}`, encodeURIComponent(String(value)))
    else if (source in operation.query) query.set(source, String(value))
    else body[source] = value
  }
  if (shows !== undefined) query.set('X-Filter', shows)
  const { version, key } = args
  return {
    method,
    path: query.size === 0 ? path : `${path}?${query}`,
    ...(operation.body !== undefined && { body }),
    ...(typeof version === 'number' && { version }),
    ...(typeof key === 'string' && { key })
  }
}
