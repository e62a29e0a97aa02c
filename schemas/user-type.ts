/** User types: kinds of user accounts. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Key } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = 'HR/UserType/{Key}'

export const UserType = model('UserType', self, { Key: Key() })

export const UserTypes = family(UserType, {
  criteria: { key: like('Key', 'Key') },
  params: Type.Object({ key: Key() })
})
