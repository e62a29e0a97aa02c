/** Types of blog pictures. */
import { blogMediaTypes as queries } from '../db/blog-media-types.ts'
import { BlogMediaTypes } from '../schemas/blog-media-type.ts'
import { read } from './shared/readable.ts'
import type { Family } from './shared/family.ts'

const blogMediaTypes: Family = async (app, { module }) => {
  read(app, {
    ...BlogMediaTypes,
    itemName: 'blog media type',
    path: `/${module}/BlogMediaType`,
    queries: queries(app.sql)
  })
}

export default blogMediaTypes
