/** Blog media types: the positions for pictures in the layout of a blog. */
import { Type } from 'typebox'
import { family } from './language/family.ts'
import { Key } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = '{Module}/BlogMediaType/{Key}'

export const BlogMediaType = model('BlogMediaType', self, { Key: Key() })

export const BlogMediaTypes = family(BlogMediaType, {
  params: Type.Object({ key: Key() })
})
