/** Rights and their types. */
import { rightTypes } from '../db/right-types.ts'
import { rights as queries } from '../db/rights.ts'
import { Listing } from '../schemas/language/paging.ts'
import { RightType, RightTypeCriteria, RightTypeKeyPath, RightTypeList, RightTypePath } from '../schemas/right-type.ts'
import { Right, RightCriteria, RightList, RightPath } from '../schemas/right.ts'
import { below, found, idsOf, type Family } from './shared/family.ts'
import { idIn } from './shared/segment.ts'

const rights: Family = async (app) => {
  const { find, load, list, listOf } = queries(app.sql)
  const types = rightTypes(app.sql)

  app.follow(Right, (references) => load(idsOf(references)))
  app.get('/Security/Right', { schema: { querystring: Listing(RightCriteria), response: { 200: RightList } } }, ({ query }) => list(query))
  app.get('/Security/Right/:rightId', { schema: { params: RightPath, response: { 200: Right } } },
    async ({ params: { rightId } }) => found(await find(rightId), `right ${rightId}`))

  app.follow(RightType, (references) => types.load(idsOf(references)))
  app.get('/Security/RightType', { schema: { querystring: Listing(RightTypeCriteria), response: { 200: RightTypeList } } }, ({ query }) => types.list(query))
  app.get('/Security/RightType/:rightType', { schema: { params: RightTypeKeyPath, response: { 200: RightType } } }, async ({ params: { rightType } }) => {
    const id = idIn(rightType)
    return found(await (id === undefined ? types.findNamed(rightType) : types.find(id)), `right type ${rightType}`)
  })
  app.get('/Security/RightType/:rightTypeId/Right', { schema: { params: RightTypePath, querystring: Listing(RightCriteria), response: { 200: RightList } } },
    ({ params: { rightTypeId }, query }) =>
      below(types.exists(rightTypeId), `right type ${rightTypeId}`, () => listOf({ Type: rightTypeId }, query)))
}

export default rights
