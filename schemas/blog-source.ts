/** Blog sources: the sources that a blog takes posts from. */
import { family } from './language/family.ts'
import { NewSource, Source } from './source.ts'
import { LinkById } from './language/vocabulary.ts'
import { model } from './language/models.ts'

/** A source of a blog: a source whose address is below the blog. */
export const BlogSource = model(
  'Source',
  '{Module}/Blog/{Blog}/Source/{Id}',
  {
    ...Source.properties,
    Blog: LinkById('{Module}/Blog/{Blog}', 'The blog')
  },
  Source.wire.subresources,
  { onRequest: ['Blog'] }
)

export const BlogSources = family(BlogSource, { creation: NewSource })
