/** User types: kinds of user accounts. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Key, listOf, model } from './language/vocabulary.ts'

const self = 'HR/UserType/{Key}'

export const UserType = model('UserType', self, { Key: Key() })

export const UserTypes = {
  model: UserType,
  list: listOf('UserTypeList', UserType, self, PageAttributes),
  criteria: { key: like('Key', 'Key') },
  params: Type.Object({ key: Key() })
}
