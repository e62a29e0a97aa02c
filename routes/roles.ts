/** Roles, the roles below each, and the rights it holds. */
import { rights } from '../db/rights.ts'
import { roles as queries } from '../db/roles.ts'
import { Paging } from '../schemas/paging.ts'
import { RightList } from '../schemas/right.ts'
import { Role, RoleList, RolePath } from '../schemas/role.ts'
import { below, found, type Family } from './family.ts'

const roles: Family = async (app) => {
  const { find, exists, list, listBelow } = queries(app.sql)
  const { listOfRole } = rights(app.sql)

  app.get('/RBAC/Role', { schema: { querystring: Paging(), response: { 200: RoleList } } }, ({ query }) => list(query))
  app.get('/RBAC/Role/:roleId', { schema: { params: RolePath, response: { 200: Role } } },
    async ({ params: { roleId } }) => found(await find(roleId), `role ${roleId}`))
  app.get('/RBAC/Role/:roleId/Roles', { schema: { params: RolePath, querystring: Paging(), response: { 200: RoleList } } },
    ({ params: { roleId }, query }) => below(exists(roleId), `role ${roleId}`, () => listBelow(roleId, query)))
  app.get('/RBAC/Role/:roleId/Right', { schema: { params: RolePath, querystring: Paging(), response: { 200: RightList } } },
    ({ params: { roleId }, query }) => below(exists(roleId), `role ${roleId}`, () => listOfRole(roleId, query)))
}

export default roles
