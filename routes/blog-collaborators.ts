/** Members of a blog, and the collaborators who can become members. */
import { blogCollaborators as queries, collaborators } from '../db/collaborators.ts'
import { BlogCollaborators, Collaborators, ExcludeSources } from '../schemas/collaborator.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { read } from './shared/readable.ts'

const blogCollaborators: Family = async (app, { module }) => {
  const path = `/${module}/Blog/:blogId/Collaborator` as const

  list(app, `${path}/Potential`, { ...Collaborators, parameters: ExcludeSources }, ({ blogId }, query) =>
    collaborators(app.sql).listPotential(blogId, query, { sources: query.excludeSources === false })
  )
  read(app, {
    ...BlogCollaborators,
    itemName: 'collaborator',
    path: `${path}/:collaboratorId`,
    queries: queries(app.sql)
  })
}

export default blogCollaborators
