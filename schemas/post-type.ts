/** Post types: normal, wrapup, link and so on. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { Key, listOf, model } from './language/vocabulary.ts'

const self = 'Data/PostType/{Key}'

export const PostType = model('PostType', self, { Key: Key() })

export const PostTypes = {
  model: PostType,
  list: listOf('PostTypeList', PostType, self, PageAttributes),
  criteria: { key: like('Key', 'Key') },
  params: Type.Object({ key: Key() })
}
