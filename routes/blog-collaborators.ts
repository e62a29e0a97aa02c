/** Members of a blog, and who could become one. */
import { blogs } from '../db/blogs.ts'
import { collaborators } from '../db/collaborators.ts'
import { BlogPath } from '../schemas/blog.ts'
import { BlogCollaborator, BlogCollaboratorList, BlogCollaboratorPath, CollaboratorList } from '../schemas/collaborator.ts'
import { Paging } from '../schemas/paging.ts'
import { below, found, type Family } from './family.ts'

const blogCollaborators: Family = async (app, { module }) => {
  const { findMember, listMembers, listPotential } = collaborators(app.sql)
  const { exists } = blogs(app.sql)
  const path = `/${module}/Blog/:blogId/Collaborator`

  app.get(path, { schema: { params: BlogPath, querystring: Paging(), response: { 200: BlogCollaboratorList } } },
    ({ params: { blogId }, query }) => below(exists(blogId), `blog ${blogId}`, () => listMembers(blogId, query)))
  app.get(`${path}/Potential`, { schema: { params: BlogPath, querystring: Paging(), response: { 200: CollaboratorList } } },
    ({ params: { blogId }, query }) => below(exists(blogId), `blog ${blogId}`, () => listPotential(blogId, query)))
  app.get(`${path}/:collaboratorId`, { schema: { params: BlogCollaboratorPath, response: { 200: BlogCollaborator } } },
    async ({ params: { blogId, collaboratorId } }) =>
      found(await findMember(blogId, collaboratorId), `collaborator ${collaboratorId} in blog ${blogId}`))
}

export default blogCollaborators
