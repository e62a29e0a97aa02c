/** Types of blog members, such as Administrator. */
import { blogCollaboratorTypes as queries } from '../db/blog-collaborator-types.ts'
import { BlogCollaboratorTypeList } from '../schemas/blog-collaborator-type.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const blogCollaboratorTypes: Family = async (app, { module }) => {
  list(app, `/${module}/BlogCollaboratorType`, { list: BlogCollaboratorTypeList }, (_keys, query) =>
    queries(app.sql).list(query)
  )
}

export default blogCollaboratorTypes
