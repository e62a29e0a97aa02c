/** Post types: normal, wrapup, link and so on. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Key } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = 'Data/PostType/{Key}'

export const PostType = model('PostType', self, { Key: Key() })

export const PostTypes = family(PostType, {
  criteria: { key: like('Key', 'Key') },
  params: Type.Object({ key: Key() })
})
