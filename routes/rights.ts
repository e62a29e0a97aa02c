/** Rights, and the types of rights. */
import { httpErrors } from '@fastify/sensible'
import { records, type Key } from '../db/records.ts'
import { rightTypes } from '../db/right-types.ts'
import { rights as queries } from '../db/rights.ts'
import { rules } from '../plugins/authorization/rules.ts'
import { Listing } from '../schemas/language/paging.ts'
import {
  EditedRightType,
  NewRightType,
  RightType,
  RightTypeCriteria,
  RightTypeKeyPath,
  RightTypeList,
  RightTypePath
} from '../schemas/right-type.ts'
import { EditedRight, NewRight, Right, RightCriteria, RightList, RightPath } from '../schemas/right.ts'
import { edit } from './shared/editable.ts'
import { below, orNotFound, idsOf, type Family } from './shared/family.ts'
import { keyIn } from './shared/segment.ts'

const rights: Family = async (app) => {
  const { find, findBy, load, list, listOf } = queries(app.sql)
  const types = rightTypes(app.sql)
  const access = { who: 'staff' } as const

  app.follow(Right, (references) => load(idsOf(references)))
  app.get(
    '/Security/Right',
    { schema: { querystring: Listing(RightCriteria), response: { 200: RightList } } },
    ({ query }) => list(query)
  )
  app.get(
    '/Security/Right/:rightId',
    { schema: { params: RightPath, response: { 200: Right } } },
    async ({ params: { rightId } }) => orNotFound(await find(rightId), `right ${rightId}`)
  )

  app.follow(RightType, (references) => types.load(idsOf(references)))
  app.get(
    '/Security/RightType',
    { schema: { querystring: Listing(RightTypeCriteria), response: { 200: RightTypeList } } },
    ({ query }) => types.list(query)
  )
  app.get(
    '/Security/RightType/:rightType',
    { schema: { params: RightTypeKeyPath, response: { 200: RightType } } },
    async ({ params: { rightType } }) =>
      orNotFound(await types.findBy(keyIn(rightType, 'Name')), `right type ${rightType}`)
  )
  app.get(
    '/Security/RightType/:rightTypeId/Right',
    { schema: { params: RightTypePath, querystring: Listing(RightCriteria), response: { 200: RightList } } },
    ({ params: { rightTypeId }, query }) =>
      below(types.exists(rightTypeId), `right type ${rightTypeId}`, () => listOf({ Type: rightTypeId }, query))
  )

  /** @throws HttpError 409 for a right that a rule of the service requires */
  const refuseRequiredRight = async (key: Key) => {
    const right = await findBy(key)
    if (right === undefined || !requiredRights.has(right.Name)) return
    throw httpErrors.conflict(`The service requires the right ${right.Name}, so it cannot be renamed or deleted`)
  }
  const { insert, change, remove } = records(app.writes, 'rights')
  edit(app, {
    itemName: 'right',
    writes: {
      insert,
      change: async (key, version, values) => {
        if ('Name' in values) await refuseRequiredRight(key)
        return change(key, version, values)
      },
      remove: async (key, version) => {
        await refuseRequiredRight(key)
        return remove(key, version)
      }
    },
    model: Right,
    find: findBy,
    creation: { path: '/Security/Right', body: NewRight, access },
    changes: EditedRight,
    item: { path: '/Security/Right/:rightId', params: RightPath, access }
  })
  edit(app, {
    itemName: 'right type',
    writes: records(app.writes, 'right_types'),
    model: RightType,
    find: types.findBy,
    creation: { path: '/Security/RightType', body: NewRightType, access },
    changes: EditedRightType,
    item: { path: '/Security/RightType/:rightType', params: RightTypeKeyPath, access },
    keyOf: ({ rightType }) => keyIn(rightType, 'Name')
  })
}

/** Names of the rights that the rules of the service require. */
const requiredRights: ReadonlySet<string> = new Set(
  Object.values(rules).flatMap((rule) => ('right' in rule ? [rule.right] : []))
)

export default rights
