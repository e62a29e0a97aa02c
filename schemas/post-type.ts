/** Post types: normal, wrapup, link and so on. */
import { Type, type Static } from 'typebox'
import { like } from './criteria.ts'
import { PageAttributes } from './paging.ts'
import { Key, listOf, model } from './vocabulary.ts'

const self = 'Data/PostType/{Key}'

export const PostType = model('PostType', self, { Key: Key() })

export const PostTypeList = listOf('PostTypeList', PostType, self, PageAttributes)

/** What lists of post types can be filtered and ordered by. */
export const PostTypeCriteria = { key: like('Key', 'Key') }

export const PostTypePath = Type.Object({ key: Key() })

export type PostTypeRow = Static<typeof PostType>
