/** Rights, and the types of rights. */
import { httpErrors } from '@fastify/sensible'
import { records, type Key } from '../db/records.ts'
import { rightTypes } from '../db/lookups.ts'
import { rights as queries } from '../db/rights.ts'
import { PUBLISHING } from '../plugins/authorization/limits.ts'
import { rules } from '../plugins/authorization/rules.ts'
import { RightTypes } from '../schemas/right-type.ts'
import { Rights } from '../schemas/right.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { keyIn } from './shared/segment.ts'

const rights: Family = async (app) => {
  const { findBy, list: listAll } = queries(app.sql)
  const access = { who: 'staff' } as const

  /** @throws HttpError 409 for a right that a rule of the service requires */
  const refuseRequiredRight = async (key: Key) => {
    const right = await findBy(key)
    if (right === undefined || !requiredRights.has(right.Name)) return
    throw httpErrors.conflict(`The service requires the right ${right.Name}, so it cannot be renamed or deleted`)
  }
  const { insert, change, remove } = records(app.writes, 'rights')
  readAndEdit(app, {
    ...Rights,
    itemName: 'right',
    path: '/Security/Right/:rightId',
    queries: queries(app.sql),
    writes: {
      insert,
      change: async (key, version, values, attempt) => {
        if ('Name' in values) await refuseRequiredRight(key)
        return change(key, version, values, attempt)
      },
      remove: async (key, version) => {
        await refuseRequiredRight(key)
        return remove(key, version)
      }
    },
    // The rules know rights by their names: under another name, a right gives its holders something else.
    access: { ...access, decidesAccess: true },
    creationAccess: access,
    removalAccess: access
  })
  readAndEdit(app, {
    ...RightTypes,
    itemName: 'right type',
    path: '/Security/RightType/:rightType',
    queries: rightTypes(app.sql),
    writes: records(app.writes, 'right_types'),
    access,
    keyOf: ({ rightType }) => keyIn(rightType, 'Name')
  })
  list(app, '/Security/RightType/:rightTypeId/Right', Rights, ({ rightTypeId: Type }, query) =>
    listAll(query, { Type })
  )
}

/** Names of the rights that the rules of the service require. */
const requiredRights: ReadonlySet<string> = new Set([
  PUBLISHING,
  ...Object.values(rules).flatMap((rule) => ('right' in rule ? [rule.right] : []))
])

export default rights
