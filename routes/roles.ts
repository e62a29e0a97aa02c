/** Roles, the roles below each role, and the rights of each role. */
import { httpErrors } from '@fastify/sensible'
import { pairs, records } from '../db/records.ts'
import { rights } from '../db/rights.ts'
import { roles as queries } from '../db/roles.ts'
import { Right, Rights } from '../schemas/right.ts'
import { Role, Roles } from '../schemas/role.ts'
import { assign } from './shared/assignable.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { keyIn } from './shared/segment.ts'

const roles: Family = async (app) => {
  const { find, listBelow } = queries(app.sql)
  const { moveBelow, removeFrom } = queries(app.writes)
  const { listOfRole, find: findRight } = rights(app.sql)
  const access = { who: 'staff' } as const
  const decisive = { ...access, decidesAccess: true } as const

  readAndEdit(app, {
    ...Roles,
    itemName: 'role',
    path: '/RBAC/Role/:role',
    queries: queries(app.sql),
    writes: records(app.writes, 'roles'),
    access,
    keyOf: ({ role }) => keyIn(role, 'Name')
  })
  list(app, '/RBAC/Role/:roleId/Roles', Roles, ({ roleId }, query) => listBelow(roleId, query))
  list(app, '/RBAC/Role/:roleId/Right', Rights, ({ roleId }, query) => listOfRole(roleId, query))

  const role = { parameter: 'roleId', itemName: 'role', find }
  assign(app, {
    path: '/RBAC/Role/:roleId/Right/:rightId',
    access: decisive,
    summaries: { PUT: 'Add a right to a role', DELETE: 'Remove a right from a role' },
    pairs: pairs(app.writes, 'role_rights'),
    holder: role,
    assigned: { parameter: 'rightId', itemName: 'right', find: findRight, model: Right }
  })
  assign(app, {
    path: '/RBAC/ToRole/:toRoleId/Role/:roleId',
    access: decisive,
    summaries: { PUT: 'Make a role part of another role', DELETE: 'Remove a role from the role it is part of' },
    pairs: {
      add: async ({ ToRole, Role }) => {
        if (!(await moveBelow(Number(Role), Number(ToRole)))) throw httpErrors.conflict('A role cannot be below itself')
      },
      remove: ({ ToRole, Role }) => removeFrom(Number(Role), Number(ToRole))
    },
    holder: { ...role, parameter: 'toRoleId' },
    assigned: { ...role, model: Role }
  })
}

export default roles
