/** Routes with which editors open, change and close blogs, and invite colleagues. */
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import { blogCollaboratorTypes } from '../db/blog-collaborator-types.ts'
import { blogEdits as queries } from '../db/blog-edits.ts'
import { blogs } from '../db/blogs.ts'
import { collaborators } from '../db/collaborators.ts'
import { idempotencyKeys } from '../db/idempotency-keys.ts'
import { users } from '../db/users.ts'
import { refusedProperty } from '../plugins/faults/refusals.ts'
import { Blog, BlogPath, EditedBlog, NewBlog, type BlogRow } from '../schemas/blog.ts'
import { BlogCollaborator, BlogCollaboratorPath } from '../schemas/collaborator.ts'
import { Key } from '../schemas/language/vocabulary.ts'
import { attemptOf, type Sent } from './shared/attempt.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { inVersion } from './shared/stale.ts'

const MemberTypePath = Type.Object({ ...BlogCollaboratorPath.properties, type: Key('What the member may do') })

const blogEdits: Family = async (app, { module }) => {
  const { find } = blogs(app.sql)
  const { findMember, find: findCollaborator } = collaborators(app.sql)
  const { find: findType } = blogCollaboratorTypes(app.sql)
  const { find: findUser } = users(app.sql)
  const { madeBy } = idempotencyKeys(app.sql)
  const { insert, change, toggleLive, hide, remove, setMember, removeMember } = queries(app.writes)
  const path = `/${module}/Blog/:blogId`
  const config = { who: 'publisher' } as const

  app.post(
    `/${module}/Blog`,
    { config: { who: 'editor' }, schema: { body: NewBlog, response: { 201: Blog } } },
    async (request) => {
      const { body, user } = request
      const attempt = attemptOf(request)
      const made = await madeBy(attempt)
      if (made !== undefined) return orNotFound(await find(made), `blog ${made}`)
      const { Creator = user.Id } = body
      if (!(await findUser(Creator))?.Active) throw refusedProperty('Creator', 'is not the id of an active user')
      return insert(attempt, { ...body, Creator })
    }
  )

  /** Changes a blog in the version that If-Match names. @throws HttpError 404 or 412 */
  const alter = (
    { headers }: Sent,
    blogId: number,
    run: (version: number | null) => Promise<BlogRow | undefined>
  ): Promise<BlogRow> =>
    inVersion(
      {
        what: 'blog',
        condition: headers['if-match'],
        read: async () => orNotFound(await find(blogId), `blog ${blogId}`)
      },
      run
    )

  app.put(path, { config, schema: { params: BlogPath, body: EditedBlog, response: { 200: Blog } } }, (request) =>
    alter(request, request.params.blogId, (version) => change(request.params.blogId, version, request.body))
  )
  app.put(`${path}/PutLive`, { config, schema: { params: BlogPath, response: { 200: Blog } } }, (request) =>
    alter(request, request.params.blogId, (version) => toggleLive(request.params.blogId, version))
  )

  for (const [end, isHidden] of [
    ['Hide', true],
    ['Unhide', false]
  ] as const) {
    app.put(`${path}/${end}`, { config, schema: { params: BlogPath, response: { 200: Blog } } }, (request) =>
      alter(request, request.params.blogId, (version) => hide(request.params.blogId, version, isHidden))
    )
  }
  app.delete(path, { config, schema: { params: BlogPath } }, (request) =>
    alter(request, request.params.blogId, (version) => remove(request.params.blogId, version))
  )

  /** Makes a collaborator a member of a blog, and answers with the member. */
  const invite = async ({ blogId, collaboratorId }: MemberKey, type: string | null) => {
    const { Creator } = orNotFound(await find(blogId), `blog ${blogId}`)
    const collaborator = orNotFound(await findCollaborator(collaboratorId), `collaborator ${collaboratorId}`)
    if (collaborator.User === Creator) {
      throw httpErrors.conflict('The creator of a blog is no member of it, but may do everything there')
    }
    await setMember(blogId, collaboratorId, type)
    return orNotFound(await findMember(blogId, collaboratorId), `collaborator ${collaboratorId} in blog ${blogId}`)
  }
  const member = `${path}/Collaborator/:collaboratorId`
  app.put(
    `${member}/Add`,
    { config, schema: { params: BlogCollaboratorPath, response: { 200: BlogCollaborator } } },
    ({ params }) => invite(params, null)
  )
  app.put(
    `${member}/Type/:type`,
    { config, schema: { params: MemberTypePath, response: { 200: BlogCollaborator } } },
    async ({ params }) => {
      const { type } = params
      return invite(params, orNotFound(await findType(type), `type of members ${type}`).Name)
    }
  )
  app.delete(`${member}/Remove`, { config, schema: { params: BlogCollaboratorPath } }, async ({ params }) => {
    const { blogId, collaboratorId } = params
    const wasMember = await removeMember(blogId, collaboratorId)
    orNotFound(wasMember || undefined, `collaborator ${collaboratorId} in blog ${blogId}`)
  })
}

interface MemberKey {
  readonly blogId: number
  readonly collaboratorId: number
}

export default blogEdits
