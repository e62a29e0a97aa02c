/** Blog media types: the positions for pictures in the layout of a blog. */
import { Type } from 'typebox'
import { PageAttributes } from './language/paging.ts'
import { Key, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/BlogMediaType/{Key}'

export const BlogMediaType = model('BlogMediaType', self, { Key: Key() })

export const BlogMediaTypes = {
  model: BlogMediaType,
  list: listOf('BlogMediaTypeList', BlogMediaType, self, PageAttributes),
  params: Type.Object({ key: Key() })
}
