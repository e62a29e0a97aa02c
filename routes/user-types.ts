/** Types of users. */
import { userTypes as queries } from '../db/user-types.ts'
import { Listing } from '../schemas/language/paging.ts'
import { UserType, UserTypeCriteria, UserTypeList, UserTypePath } from '../schemas/user-type.ts'
import { orNotFound, keysOf, type Family } from './shared/family.ts'

const userTypes: Family = async (app) => {
  const { find, load, list } = queries(app.sql)

  app.follow(UserType, (references) => load(keysOf(references)))
  app.get(
    '/HR/UserType',
    { schema: { querystring: Listing(UserTypeCriteria), response: { 200: UserTypeList } } },
    ({ query }) => list(query)
  )
  app.get(
    '/HR/UserType/:key',
    { schema: { params: UserTypePath, response: { 200: UserType } } },
    async ({ params: { key } }) => orNotFound(await find(key), `user type ${key}`)
  )
}

export default userTypes
