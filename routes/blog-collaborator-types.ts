/** Types of blog members, such as Administrator. */
import { blogCollaboratorTypes as queries } from '../db/blog-collaborator-types.ts'
import { BlogCollaboratorTypeList } from '../schemas/blog-collaborator-type.ts'
import { Paging } from '../schemas/language/paging.ts'
import type { Family } from './shared/family.ts'

const blogCollaboratorTypes: Family = async (app, { module }) => {
  const { list } = queries(app.sql)

  app.get(
    `/${module}/BlogCollaboratorType`,
    { schema: { querystring: Paging(), response: { 200: BlogCollaboratorTypeList } } },
    ({ query }) => list(query)
  )
}

export default blogCollaboratorTypes
