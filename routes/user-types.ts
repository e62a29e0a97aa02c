/** User types. */
import { userTypes as queries } from '../db/user-types.ts'
import { Paging } from '../schemas/paging.ts'
import { UserType, UserTypeList, UserTypePath } from '../schemas/user-type.ts'
import { found, type Family } from './family.ts'

const userTypes: Family = async (app) => {
  const { find, list } = queries(app.sql)

  app.get('/HR/UserType', { schema: { querystring: Paging(), response: { 200: UserTypeList } } }, ({ query }) => list(query))
  app.get('/HR/UserType/:key', { schema: { params: UserTypePath, response: { 200: UserType } } },
    async ({ params: { key } }) => found(await find(key), `user type ${key}`))
}

export default userTypes
