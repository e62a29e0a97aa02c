/** Members of a blog, and the collaborators who can become members. */
import { collaborators, type MemberKey } from '../db/collaborators.ts'
import type { Row } from '../schemas/language/rows.ts'
import {
  BlogCollaborator,
  BlogCollaboratorList,
  BlogCollaboratorPath,
  Collaborators,
  ExcludeSources
} from '../schemas/collaborator.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const blogCollaborators: Family = async (app, { module }) => {
  const { findMember, loadMembers, listMembers, listPotential } = collaborators(app.sql)
  const path = `/${module}/Blog/:blogId/Collaborator` as const

  app.follow(BlogCollaborator, (references) => loadMembers(references.flatMap(keysIn)))
  list(app, path, { list: BlogCollaboratorList }, ({ blogId }, query) => listMembers(blogId, query))
  list(app, `${path}/Potential`, { ...Collaborators, parameters: ExcludeSources }, ({ blogId }, query) =>
    listPotential(blogId, query, { sources: query.excludeSources === false })
  )
  app.get(
    `${path}/:collaboratorId`,
    { schema: { params: BlogCollaboratorPath, response: { 200: BlogCollaborator } } },
    async ({ params: { blogId, collaboratorId } }) =>
      orNotFound(await findMember(blogId, collaboratorId), `collaborator ${collaboratorId} in blog ${blogId}`)
  )
}

/** Returns the key in a reference to a member. */
const keysIn = ({ Blog, Id }: Row): MemberKey[] =>
  typeof Blog === 'number' && typeof Id === 'number' ? [{ Blog, Id }] : []

export default blogCollaborators
