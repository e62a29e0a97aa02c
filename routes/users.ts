/**
 * Users: reading, creating, changing and closing accounts, passwords, and the blogs, collaborators, roles and rights of
 * each user (docs/spec.md, section 2.5).
 */
import { Type } from 'typebox'
import { pairs, type Value, type Writes } from '../db/records.ts'
import { blogs } from '../db/blogs.ts'
import { collaborators } from '../db/collaborators.ts'
import { rights } from '../db/rights.ts'
import { roles } from '../db/roles.ts'
import { hashPassword } from '../db/secrets.ts'
import { users as queries } from '../db/users.ts'
import type { Viewer } from '../plugins/authorization/index.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import { Blogs } from '../schemas/blog.ts'
import { Collaborators } from '../schemas/collaborator.ts'
import type { Row } from '../schemas/language/rows.ts'
import { Right, Rights } from '../schemas/right.ts'
import { Role, Roles } from '../schemas/role.ts'
import { Path } from '../schemas/paths.ts'
import { PasswordChange, Users } from '../schemas/user.ts'
import { assign } from './shared/assignable.ts'
import { accountOf } from '../plugins/authorization/credentials.ts'
import { readAndEdit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

/** Properties of an account that only staff may change. */
const STAFF_PROPERTIES = ['Name', 'Type', 'Active']

const users: Family = async (app) => {
  const { find } = queries(app.sql)
  const { add, change, setPassword } = queries(app.writes)
  const { listOfUser: blogsOf } = blogs(app.sql)
  const { listOfUser: collaboratorsOf } = collaborators(app.sql)
  const { listOfUser: rolesOf, find: findRole } = roles(app.sql)
  const { listOfUser: rightsOf, find: findRight } = rights(app.sql)
  const path = '/HR/User/:userId'
  const config = { sees: 'profiles' } as const

  const writes: Writes = {
    insert: async (attempt, values) => {
      const { Name, Password, Type = 'standard', FirstName, LastName, EMail, Address, PhoneNumber } = textsAmong(values)
      const PasswordHash = await hashPassword(Password ?? '')
      return add({ Name: Name ?? '', PasswordHash, Type, FirstName, LastName, EMail, Address, PhoneNumber }, attempt)
    },
    change,
    remove: (key, version) => change(key, version, { Active: false })
  }
  readAndEdit(app, {
    ...Users,
    itemName: 'user',
    path,
    queries: queries(app.sql),
    show: (user, { context: { viewer } }) => forViewer(user, viewer),
    writes,
    summaries: { DELETE: 'Close an account and end its sessions' },
    access: { who: 'self' },
    creationAccess: { who: 'staff' },
    removalAccess: { who: 'staff' },
    check: async (body, request) => {
      if (STAFF_PROPERTIES.some((name) => name in body)) await app.authorization.require(request, 'staff')
    }
  })

  list(app, `${path}/Blog`, Blogs, ({ userId }, query) => blogsOf(userId, query))
  list(app, `${path}/Blog/Live`, Blogs, ({ userId }, query) => blogsOf(userId, query, { live: true }))
  list(app, `${path}/Collaborator`, Collaborators, ({ userId }, query) => collaboratorsOf(userId, query))
  list(app, `${path}/Role`, { ...Roles, config }, ({ userId }, query) => rolesOf(userId, query))
  list(app, `${path}/Right`, { ...Rights, config }, ({ userId }, query) => rightsOf(userId, query))
  list(app, `${path}/RightType/:rightTypeId/Right`, { ...Rights, config }, ({ userId, rightTypeId: type }, query) =>
    rightsOf(userId, query, { type })
  )
  list(app, `${path}/Source/:sourceId/Collaborator`, Collaborators, ({ userId, sourceId: source }, query) =>
    collaboratorsOf(userId, query, { source })
  )

  app.put(
    `${path}/Password`,
    {
      config: { who: 'self', decidesAccess: true },
      schema: {
        summary: 'Change the password of a user and end their sessions',
        params: Type.Pick(Path, ['userId']),
        body: PasswordChange
      }
    },
    async ({ params: { userId }, body: { OldPassword, NewPassword: password }, user, ip }) => {
      // Every user has a name. It is optional only because some viewers may not see it.
      const { Name = '' } = orNotFound(await find(userId), `user ${userId}`)
      const needsOld = userId === user.Id || typeof OldPassword === 'string'
      const account = needsOld ? await accountOf(app.sql, { name: Name, password: OldPassword ?? '', ip }) : undefined
      // The old password can be changed while it is compared.
      const oldHash = needsOld ? (account?.PasswordHash ?? '') : null
      if (!(await setPassword(Name, await hashPassword(password), oldHash))) {
        throw refusedProperty('OldPassword', 'is not the current password of the user')
      }
    }
  )

  const user = { parameter: 'userId', itemName: 'user', find }
  assign(app, {
    path: `${path}/Role/:roleId`,
    access: { who: 'staff', decidesAccess: true },
    summaries: { PUT: 'Give a user a role', DELETE: 'Remove a role from a user' },
    pairs: pairs(app.writes, 'user_roles'),
    holder: user,
    assigned: { parameter: 'roleId', itemName: 'role', find: findRole, model: Role }
  })
  assign(app, {
    path: `${path}/Right/:rightId`,
    access: { who: 'staff', decidesAccess: true },
    summaries: { PUT: 'Give a user a right', DELETE: 'Remove a right from a user' },
    pairs: pairs(app.writes, 'user_rights'),
    holder: user,
    assigned: { parameter: 'rightId', itemName: 'right', find: findRight, model: Right }
  })
}

/** Returns a user without the properties that the viewer may not see: those that are not part of a byline. */
const forViewer = (user: Row, { profiles }: Viewer): Row => {
  const { EMail, Address, PhoneNumber, Name, Active, ...publicPart } = user
  return profiles ? user : publicPart
}

/** Returns only the values that are text. */
const textsAmong = (values: Readonly<Record<string, Value>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  )

export default users
