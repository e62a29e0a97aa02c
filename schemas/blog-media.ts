/** Blog media: the pictures of a blog, by type and rank. */
import { Type } from 'typebox'
import { family } from './language/family.ts'
import { Count, Id, Key, LinkById, LinkByKey, Version, BlogId, Clearable } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = '{Module}/BlogMedia/{Id}'

export const BlogMedia = model(
  'BlogMedia',
  self,
  {
    Id: Id('Identifier of the blog’s picture'),
    Rank: Count('Position among the blog’s pictures of this type, from 1'),
    Version: Version(),
    Blog: LinkById('{Module}/Blog/{Blog}', 'The blog'),
    MetaInfo: Type.Optional(
      LinkById(
        'Archive/MetaInfo/{MetaInfo}',
        'The picture, with a text about it; absent while the position is reserved'
      )
    ),
    Type: LinkByKey('{Module}/BlogMediaType/{Type}', 'Type: position of the picture in the layout of the blog')
  },
  {},
  { onRequest: ['Version'], version: 'Version' }
)

const bodyProperties = {
  MetaInfo: LinkById('Archive/MetaInfo/{MetaInfo}', 'MetaInfo of the picture'),
  Type: LinkByKey('{Module}/BlogMediaType/{Type}', 'Type: position of the picture in the layout of the blog'),
  Rank: Type.Optional(
    Type.Integer({
      ...Count('Position among the blog’s pictures of this type, from 1; default the next free one'),
      minimum: 1
    })
  )
}

const BlogMediaPath = Type.Object({ blogMediaId: Id('Identifier of the blog’s picture') })

export const BlogMedias = family(BlogMedia, {
  params: BlogMediaPath,
  creation: model('BlogMedia', null, { Blog: LinkById('{Module}/Blog/{Blog}', 'The blog'), ...bodyProperties }),
  changes: edited(model('BlogMedia', null, { ...bodyProperties, MetaInfo: Clearable(bodyProperties.MetaInfo) }))
})

/** Path parameters of the request that exchanges the ranks of two pictures. */
export const BlogMediaExchangePath = Type.Object({
  ...BlogMediaPath.properties,
  otherId: Id('Identifier of the other picture')
})

export const BlogMediaOfTypePath = Type.Object({
  blogId: BlogId(),
  key: Key('Key of the blog media type')
})
