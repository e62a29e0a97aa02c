/** Routes that make, change and close accounts, set passwords, and give and take roles and rights. */
import { pairs, type Value, type Writes } from '../db/records.ts'
import { rights } from '../db/rights.ts'
import { roles } from '../db/roles.ts'
import { hashPassword } from '../db/secrets.ts'
import { users } from '../db/users.ts'
import { refusedProperty } from '../plugins/faults/refusals.ts'
import { Right } from '../schemas/right.ts'
import { Role } from '../schemas/role.ts'
import { EditedUser, NewUser, PasswordChange, User, UserPath, UserRightPath, UserRolePath } from '../schemas/user.ts'
import { assign } from './shared/assignable.ts'
import { accountOf } from './shared/credentials.ts'
import { edit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'

/** Properties of an account that only staff change. */
const OF_STAFF = ['Name', 'Type', 'Active']

const userEdits: Family = async (app) => {
  const { find, findBy } = users(app.sql)
  const { add, change, setPassword } = users(app.writes)
  const path = '/HR/User/:userId'

  const writes: Writes = {
    insert: async (attempt, values) => {
      const { Name, Password, Type = 'standard', FirstName, LastName, EMail, Address, PhoneNumber } = texts(values)
      const PasswordHash = await hashPassword(Password ?? '')
      return add({ Name: Name ?? '', PasswordHash, Type, FirstName, LastName, EMail, Address, PhoneNumber }, attempt)
    },
    change,
    remove: (key, version) => change(key, version, { Active: false })
  }
  edit(app, {
    what: 'user',
    writes,
    model: User,
    find: findBy,
    made: { path: '/HR/User', body: NewUser, access: { who: 'staff' } },
    changed: EditedUser,
    item: { path, params: UserPath, access: { who: 'self' }, removal: { who: 'staff' } },
    keyOf: ({ userId }) => ({ Id: Number(userId) }),
    check: async (body, request) => {
      if (OF_STAFF.some((name) => name in body)) await app.authorization.require(request, 'staff')
    }
  })

  app.put(
    `${path}/Password`,
    { config: { who: 'self' }, schema: { params: UserPath, body: PasswordChange } },
    async ({ params: { userId }, body: { OldPassword, NewPassword: password }, user, ip }) => {
      const { Name } = orNotFound(await find(userId), `user ${userId}`)
      if (userId === user.Id || OldPassword !== undefined) {
        const isTheirs = (await accountOf(app.sql, { name: Name, password: OldPassword ?? '', ip })) !== undefined
        if (!isTheirs) throw refusedProperty('OldPassword', 'is not the password that the user has now')
      }
      await setPassword(Name, await hashPassword(password))
    }
  )

  const user = { parameter: 'userId', property: 'User', what: 'user', find }
  assign(app, {
    path: `${path}/Role/:roleId`,
    params: UserRolePath,
    access: { who: 'staff' },
    held: pairs(app.writes, 'user_roles'),
    holder: user,
    given: { parameter: 'roleId', property: 'Role', what: 'role', find: roles(app.sql).find, model: Role }
  })
  assign(app, {
    path: `${path}/Right/:rightId`,
    params: UserRightPath,
    access: { who: 'staff' },
    held: pairs(app.writes, 'user_rights'),
    holder: user,
    given: { parameter: 'rightId', property: 'Right', what: 'right', find: rights(app.sql).find, model: Right }
  })
}

/** The texts among some values. */
const texts = (values: Readonly<Record<string, Value>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  )

export default userEdits
