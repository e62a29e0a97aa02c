/** Requests: the paths of this service, with their methods and inputs. */
import { Listing, Paging } from '../schemas/language/paging.ts'
import {
  InputList,
  Method,
  MethodPath,
  Request,
  RequestCriteria,
  RequestList,
  RequestPath
} from '../schemas/request.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'

const requests: Family = async (app) => {
  const { find, load, list } = knownItems(app.sql, () => app.introspection.requests, RequestCriteria)
  const methods = knownItems(app.sql, () => app.introspection.methods)
  const inputs = knownItems(app.sql, () => app.introspection.inputs)

  app.follow(Request, load)
  app.get(
    '/Admin/Request',
    { schema: { querystring: Listing(RequestCriteria), response: { 200: RequestList } } },
    async ({ query }) => list(query)
  )
  app.get(
    '/Admin/Request/:requestId',
    { schema: { params: RequestPath, response: { 200: Request } } },
    async ({ params: { requestId } }) => orNotFound(find(requestId), `request ${requestId}`)
  )

  app.follow(Method, methods.load)
  app.get(
    '/Admin/Method/:methodId',
    { schema: { params: MethodPath, response: { 200: Method } } },
    async ({ params: { methodId } }) => orNotFound(methods.find(methodId), `method ${methodId}`)
  )

  app.get('/Admin/Input', { schema: { querystring: Paging(), response: { 200: InputList } } }, async ({ query }) =>
    inputs.list(query)
  )
  app.get(
    '/Admin/Request/:requestId/Input',
    { schema: { params: RequestPath, querystring: Paging(), response: { 200: InputList } } },
    async ({ params: { requestId }, query }) => {
      const { Id } = orNotFound(find(requestId), `request ${requestId}`)
      return inputs.list(query, ({ ForRequest }) => ForRequest === Id)
    }
  )
}

export default requests
