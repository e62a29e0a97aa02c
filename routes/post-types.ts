/** Types of posts. */
import { postTypes as queries } from '../db/post-types.ts'
import { PostTypes } from '../schemas/post-type.ts'
import { read } from './shared/readable.ts'
import type { Family } from './shared/family.ts'

const postTypes: Family = async (app) => {
  read(app, {
    ...PostTypes,
    itemName: 'post type',
    path: '/Data/PostType',
    queries: queries(app.sql)
  })
}

export default postTypes
