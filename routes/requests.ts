/** Requests: the paths of this service, with their methods and inputs. */
import { Paging } from '../schemas/language/paging.ts'
import { InputList, Methods, RequestPath, Requests } from '../schemas/request.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'
import { read, readItems } from './shared/readable.ts'

const requests: Family = async (app) => {
  const queries = knownItems(app.sql, () => app.introspection.requests, Requests.criteria)
  const methods = knownItems(app.sql, () => app.introspection.methods)
  const inputs = knownItems(app.sql, () => app.introspection.inputs)

  read(app, { ...Requests, itemName: 'request', path: '/Admin/Request', queries })
  readItems(app, { ...Methods, itemName: 'method', path: '/Admin/Method', queries: methods })

  app.get('/Admin/Input', { schema: { querystring: Paging(), response: { 200: InputList } } }, async ({ query }) =>
    inputs.list(query)
  )
  app.get(
    '/Admin/Request/:requestId/Input',
    { schema: { params: RequestPath, querystring: Paging(), response: { 200: InputList } } },
    async ({ params: { requestId }, query }) => {
      const { Id } = orNotFound(queries.find(requestId), `request ${requestId}`)
      return inputs.list(query, ({ ForRequest }) => ForRequest === Id)
    }
  )
}

export default requests
