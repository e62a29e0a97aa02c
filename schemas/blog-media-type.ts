/** Blog media types: the positions for pictures in the layout of a blog. */
import { Type } from 'typebox'
import { family } from './language/family.ts'
import { Key, model } from './language/vocabulary.ts'

const self = '{Module}/BlogMediaType/{Key}'

export const BlogMediaType = model('BlogMediaType', self, { Key: Key() })

export const BlogMediaTypes = family(BlogMediaType, {
  params: Type.Object({ key: Key() })
})
