/** Blog sources: the sources a blog takes posts from. */
import { Type } from 'typebox'
import { PageAttributes } from './language/paging.ts'
import { Source } from './source.ts'
import { Id, LinkById, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/Blog/{Blog}/Source/{Id}'

/** A source as a blog sees it. */
export const BlogSource = model(
  'Source',
  self,
  {
    ...Source.properties,
    Blog: LinkById('{Module}/Blog/{Blog}', 'The blog')
  },
  Source.wire.doors,
  { onRequest: ['Blog'] }
)

/** Some sources of a blog. */
export const BlogSourceList = listOf('SourceList', BlogSource, self, PageAttributes)

/** The path parameters of a blog's source. */
export const BlogSourcePath = Type.Object({ blogId: Id('Blog identifier'), sourceId: Id('Source identifier') })
