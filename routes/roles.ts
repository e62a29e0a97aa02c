/** Roles, the roles below each, and the rights it holds. */
import { rights } from '../db/rights.ts'
import { roles as queries } from '../db/roles.ts'
import { Listing } from '../schemas/language/paging.ts'
import { RightCriteria, RightList } from '../schemas/right.ts'
import { Role, RoleCriteria, RoleKeyPath, RoleList, RolePath } from '../schemas/role.ts'
import { below, found, idsOf, type Family } from './shared/family.ts'
import { idIn } from './shared/segment.ts'

const roles: Family = async (app) => {
  const { find, findNamed, exists, load, list, listBelow } = queries(app.sql)
  const { listOfRole } = rights(app.sql)

  app.follow(Role, (references) => load(idsOf(references)))
  app.get('/RBAC/Role', { schema: { querystring: Listing(RoleCriteria), response: { 200: RoleList } } }, ({ query }) => list(query))
  app.get('/RBAC/Role/:role', { schema: { params: RoleKeyPath, response: { 200: Role } } }, async ({ params: { role } }) => {
    const id = idIn(role)
    return found(await (id === undefined ? findNamed(role) : find(id)), `role ${role}`)
  })
  app.get('/RBAC/Role/:roleId/Roles', { schema: { params: RolePath, querystring: Listing(RoleCriteria), response: { 200: RoleList } } },
    ({ params: { roleId }, query }) => below(exists(roleId), `role ${roleId}`, () => listBelow(roleId, query)))
  app.get('/RBAC/Role/:roleId/Right', { schema: { params: RolePath, querystring: Listing(RightCriteria), response: { 200: RightList } } },
    ({ params: { roleId }, query }) => below(exists(roleId), `role ${roleId}`, () => listOfRole(roleId, query)))
}

export default roles
