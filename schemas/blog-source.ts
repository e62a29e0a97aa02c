/** Blog sources: the sources that a blog takes posts from. */
import { Type } from 'typebox'
import { PageAttributes } from './language/paging.ts'
import { Source } from './source.ts'
import { Id, LinkById, BlogId } from './language/vocabulary.ts'
import { listOf, model } from './language/models.ts'

const self = '{Module}/Blog/{Blog}/Source/{Id}'

/** A source of a blog: a source whose address is below the blog. */
export const BlogSource = model(
  'Source',
  self,
  {
    ...Source.properties,
    Blog: LinkById('{Module}/Blog/{Blog}', 'The blog')
  },
  Source.wire.subresources,
  { onRequest: ['Blog', ...Source.wire.onRequest], version: 'Version' }
)

export const BlogSourceList = listOf('SourceList', BlogSource, self, PageAttributes)

export const BlogSourcePath = Type.Object({ blogId: BlogId(), sourceId: Id('Source identifier') })
