/** Blog media: the pictures of a blog, by place and rank. */
import { Type } from 'typebox'
import { PageAttributes } from './language/paging.ts'
import { Count, Id, Key, LinkById, LinkByKey, Version, edited, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/BlogMedia/{Id}'

/** A picture of a blog. */
export const BlogMedia = model(
  'BlogMedia',
  self,
  {
    Id: Id('Identifier of the blog’s picture'),
    Rank: Count('Its turn among the blog’s pictures of that type, from 1'),
    Version: Version(),
    Blog: LinkById('{Module}/Blog/{Blog}', 'The blog'),
    MetaInfo: Type.Optional(
      LinkById(
        'Archive/MetaInfo/{MetaInfo}',
        'The picture, and what is written about it; absent while the place is kept free'
      )
    ),
    Type: LinkByKey('{Module}/BlogMediaType/{Type}', 'Place of the picture in the blog')
  },
  {},
  { onRequest: ['Version'], version: 'Version' }
)

const placed = {
  MetaInfo: LinkById('Archive/MetaInfo/{MetaInfo}', 'MetaInfo of the picture'),
  Type: LinkByKey('{Module}/BlogMediaType/{Type}', 'Place of the picture in the blog'),
  Rank: Type.Optional(
    Type.Integer({
      ...Count('Rank among the blog’s pictures of this type; default the next free one'),
      minimum: 1
    })
  )
}

/** Bodies of a new picture of a blog, and of a changed one. */
export const NewBlogMedia = model('BlogMedia', null, { Blog: LinkById('{Module}/Blog/{Blog}', 'The blog'), ...placed })
export const EditedBlogMedia = edited(model('BlogMedia', null, placed))

/** Some pictures of a blog. */
export const BlogMediaList = listOf('BlogMediaList', BlogMedia, self, PageAttributes)

/** The path parameters of a picture. */
export const BlogMediaPath = Type.Object({ blogMediaId: Id('Identifier of the blog’s picture') })

/** The path parameters of two pictures that exchange their ranks. */
export const BlogMediaExchangePath = Type.Object({
  ...BlogMediaPath.properties,
  otherId: Id('Identifier of the other picture')
})

/** The path parameters of a blog’s pictures of one type. */
export const BlogMediaOfTypePath = Type.Object({
  blogId: Id('Blog identifier'),
  key: Key('Key of the blog media type')
})
