/** Members of a blog, and the collaborators who can become members. */
import { blogs } from '../db/blogs.ts'
import { collaborators, type MemberKey } from '../db/collaborators.ts'
import type { Row } from '../schemas/language/rows.ts'
import { BlogPath } from '../schemas/blog.ts'
import {
  BlogCollaborator,
  BlogCollaboratorList,
  BlogCollaboratorPath,
  CollaboratorCriteria,
  CollaboratorList,
  ExcludeSources
} from '../schemas/collaborator.ts'
import { Listing, PAGE, Paging } from '../schemas/language/paging.ts'
import { below, orNotFound, type Family } from './shared/family.ts'

const blogCollaborators: Family = async (app, { module }) => {
  const { findMember, loadMembers, listMembers, listPotential } = collaborators(app.sql)
  const { exists } = blogs(app.sql)
  const path = `/${module}/Blog/:blogId/Collaborator`

  app.follow(BlogCollaborator, (references) => loadMembers(references.flatMap(keysIn)))
  app.get(
    path,
    { schema: { params: BlogPath, querystring: Paging(), response: { 200: BlogCollaboratorList } } },
    ({ params: { blogId }, query }) => below(exists(blogId), `blog ${blogId}`, () => listMembers(blogId, query))
  )
  app.get(
    `${path}/Potential`,
    {
      schema: {
        params: BlogPath,
        querystring: Listing(CollaboratorCriteria, PAGE, ExcludeSources),
        response: { 200: CollaboratorList }
      }
    },
    ({ params: { blogId }, query }) =>
      below(exists(blogId), `blog ${blogId}`, () =>
        listPotential(blogId, query, { sources: query.excludeSources === false })
      )
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
