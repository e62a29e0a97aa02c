/** Types of blogs. Each has template posts, which are in template-posts.ts. */
import { blogTypes as queries } from '../db/blog-types.ts'
import { records } from '../db/records.ts'
import { BlogTypes } from '../schemas/blog-type.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'

const blogTypes: Family = async (app, { module }) => {
  readAndEdit(app, {
    ...BlogTypes,
    itemName: 'blog type',
    path: `/${module}/BlogType`,
    queries: queries(app.sql),
    writes: records(app.writes, 'blog_types'),
    access: { who: 'editor' }
  })
}

export default blogTypes
