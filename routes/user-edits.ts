/** Routes that create, change and close accounts, set passwords, and assign roles and rights. */
import { pairs, type Value, type Writes } from '../db/records.ts'
import { rights } from '../db/rights.ts'
import { roles } from '../db/roles.ts'
import { hashPassword } from '../db/secrets.ts'
import { users } from '../db/users.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import { Right } from '../schemas/right.ts'
import { Role } from '../schemas/role.ts'
import { PasswordChange, UserPath, Users } from '../schemas/user.ts'
import { assign } from './shared/assignable.ts'
import { accountOf } from '../plugins/authorization/credentials.ts'
import { edit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'

/** Properties of an account that only staff may change. */
const STAFF_PROPERTIES = ['Name', 'Type', 'Active']

const userEdits: Family = async (app) => {
  const { find, findBy } = users(app.sql)
  const { add, change, setPassword } = users(app.writes)
  const path = '/HR/User/:userId'

  const writes: Writes = {
    insert: async (attempt, values) => {
      const { Name, Password, Type = 'standard', FirstName, LastName, EMail, Address, PhoneNumber } = textsAmong(values)
      const PasswordHash = await hashPassword(Password ?? '')
      return add({ Name: Name ?? '', PasswordHash, Type, FirstName, LastName, EMail, Address, PhoneNumber }, attempt)
    },
    change,
    remove: (key, version) => change(key, version, { Active: false })
  }
  edit(app, {
    ...Users,
    itemName: 'user',
    path: '/HR/User',
    queries: { findBy },
    writes,
    access: { who: 'self' },
    creationAccess: { who: 'staff' },
    removalAccess: { who: 'staff' },
    check: async (body, request) => {
      if (STAFF_PROPERTIES.some((name) => name in body)) await app.authorization.require(request, 'staff')
    }
  })

  app.put(
    `${path}/Password`,
    { config: { who: 'self', decidesAccess: true }, schema: { params: UserPath, body: PasswordChange } },
    async ({ params: { userId }, body: { OldPassword, NewPassword: password }, user, ip }) => {
      // Every user has a name. It is optional only because some viewers may not see it.
      const { Name = '' } = orNotFound(await find(userId), `user ${userId}`)
      if (userId === user.Id || typeof OldPassword === 'string') {
        const isRight = (await accountOf(app.sql, { name: Name, password: OldPassword ?? '', ip })) !== undefined
        if (!isRight) throw refusedProperty('OldPassword', 'is not the current password of the user')
      }
      await setPassword(Name, await hashPassword(password))
    }
  )

  const user = { parameter: 'userId', property: 'User', itemName: 'user', find }
  assign(app, {
    path: `${path}/Role/:roleId`,
    access: { who: 'staff', decidesAccess: true },
    pairs: pairs(app.writes, 'user_roles'),
    holder: user,
    assigned: { parameter: 'roleId', property: 'Role', itemName: 'role', find: roles(app.sql).find, model: Role }
  })
  assign(app, {
    path: `${path}/Right/:rightId`,
    access: { who: 'staff', decidesAccess: true },
    pairs: pairs(app.writes, 'user_rights'),
    holder: user,
    assigned: { parameter: 'rightId', property: 'Right', itemName: 'right', find: rights(app.sql).find, model: Right }
  })
}

/** Returns only the values that are text. */
const textsAmong = (values: Readonly<Record<string, Value>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  )

export default userEdits
