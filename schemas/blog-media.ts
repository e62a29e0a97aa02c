/** Blog media: the pictures of a blog, by type and rank. */
import { Type } from 'typebox'
import { family } from './language/family.ts'
import { Count, Id, LinkById, LinkByKey, Version, Clearable } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = '{Module}/BlogMedia/{Id}'

export const BlogMedia = model('BlogMedia', self, {
  Id: Id('Identifier of the blog’s picture'),
  Rank: Count('Position among the blog’s pictures of this type, from 1'),
  Version,
  Blog: LinkById('{Module}/Blog/{Blog}', 'The blog'),
  MetaInfo: Type.Optional(
    LinkById('Archive/MetaInfo/{MetaInfo}', 'The picture, with a text about it; absent while the position is reserved')
  ),
  Type: LinkByKey('{Module}/BlogMediaType/{Type}', 'Type: position of the picture in the layout of the blog')
})

const bodyProperties = {
  MetaInfo: LinkById('Archive/MetaInfo/{MetaInfo}', 'MetaInfo of the picture'),
  Type: LinkByKey('{Module}/BlogMediaType/{Type}', 'Type: position of the picture in the layout of the blog', {
    examples: ['top_banner']
  }),
  Rank: Type.Optional(
    Type.Integer({
      ...Count('Position among the blog’s pictures of this type, from 1; default the next free one'),
      minimum: 1
    })
  )
}

export const BlogMedias = family(BlogMedia, {
  creation: model('BlogMedia', null, { Blog: LinkById('{Module}/Blog/{Blog}', 'The blog'), ...bodyProperties }),
  changes: edited(model('BlogMedia', null, { ...bodyProperties, MetaInfo: Clearable(bodyProperties.MetaInfo) }))
})
