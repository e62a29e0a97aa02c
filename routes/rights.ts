/** Rights and their types. */
import { rightTypes } from '../db/right-types.ts'
import { rights as queries } from '../db/rights.ts'
import { Paging } from '../schemas/paging.ts'
import { RightType, RightTypeList, RightTypePath } from '../schemas/right-type.ts'
import { Right, RightList, RightPath } from '../schemas/right.ts'
import { below, found, type Family } from './family.ts'

const rights: Family = async (app) => {
  const { find, list, listOfType } = queries(app.sql)
  const types = rightTypes(app.sql)

  app.get('/Security/Right', { schema: { querystring: Paging(), response: { 200: RightList } } }, ({ query }) => list(query))
  app.get('/Security/Right/:rightId', { schema: { params: RightPath, response: { 200: Right } } },
    async ({ params: { rightId } }) => found(await find(rightId), `right ${rightId}`))

  app.get('/Security/RightType', { schema: { querystring: Paging(), response: { 200: RightTypeList } } }, ({ query }) => types.list(query))
  app.get('/Security/RightType/:rightTypeId', { schema: { params: RightTypePath, response: { 200: RightType } } },
    async ({ params: { rightTypeId } }) => found(await types.find(rightTypeId), `right type ${rightTypeId}`))
  app.get('/Security/RightType/:rightTypeId/Right', { schema: { params: RightTypePath, querystring: Paging(), response: { 200: RightList } } },
    ({ params: { rightTypeId }, query }) =>
      below(types.exists(rightTypeId), `right type ${rightTypeId}`, () => listOfType(rightTypeId, query)))
}

export default rights
