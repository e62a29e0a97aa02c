/** Requests: the paths of this service, with their methods and inputs. */
import { Inputs, Methods, Requests } from '../schemas/request.ts'
import type { Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'
import { list } from './shared/lists.ts'
import { read, readItems } from './shared/readable.ts'

const requests: Family = async (app) => {
  const queries = knownItems(app.sql, () => app.introspection.requests, Requests.criteria)
  const methods = knownItems(app.sql, () => app.introspection.methods)
  const inputs = knownItems(app.sql, () => app.introspection.inputs)

  read(app, { ...Requests, itemName: 'request', path: '/Admin/Request/:requestId', queries })
  readItems(app, { ...Methods, itemName: 'method', path: '/Admin/Method/:methodId', queries: methods })
  list(app, '/Admin/Input', Inputs, (_keys, query) => inputs.list(query))
  list(
    app,
    '/Admin/Request/:requestId/Input',
    Inputs,
    ({ requestId: ForRequest }, query) => inputs.list(query, { ForRequest }),
    { requestId: ['request', () => queries] }
  )
}

export default requests
