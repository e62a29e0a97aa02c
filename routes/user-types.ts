/** Types of users. */
import { userTypes as queries } from '../db/user-types.ts'
import { UserTypes } from '../schemas/user-type.ts'
import { read } from './shared/readable.ts'
import type { Family } from './shared/family.ts'

const userTypes: Family = async (app) => {
  read(app, {
    ...UserTypes,
    itemName: 'user type',
    path: '/HR/UserType',
    queries: queries(app.sql)
  })
}

export default userTypes
