/** Blog media: the pictures of a blog, by place and rank. */
import { Type } from 'typebox'
import { PageAttributes } from './language/paging.ts'
import { Count, Id, Key, LinkById, LinkByKey, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/BlogMedia/{Id}'

/** A picture of a blog. */
export const BlogMedia = model('BlogMedia', self, {
  Id: Id('Identifier of the blog’s picture'),
  Rank: Count('Its turn among the blog’s pictures of that type, from 1'),
  Blog: LinkById('{Module}/Blog/{Blog}', 'The blog'),
  MetaInfo: Type.Optional(LinkById('Archive/MetaInfo/{MetaInfo}', 'The picture, and what is written about it; absent while the place is kept free')),
  Type: LinkByKey('{Module}/BlogMediaType/{Type}', 'Where in the blog it belongs')
})

/** Some pictures of a blog. */
export const BlogMediaList = listOf('BlogMediaList', BlogMedia, self, PageAttributes)

/** The path parameters of a picture. */
export const BlogMediaPath = Type.Object({ blogMediaId: Id('Identifier of the blog’s picture') })

/** The path parameters of a blog’s pictures of one type. */
export const BlogMediaOfTypePath = Type.Object({ blogId: Id('Blog identifier'), key: Key('Key of the blog media type') })
