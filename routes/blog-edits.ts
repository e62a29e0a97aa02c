/** Routes that open, change, close and delete blogs, and add and remove members. */
import { Type } from 'typebox'
import { blogCollaboratorTypes } from '../db/blog-collaborator-types.ts'
import { blogEdits as queries } from '../db/blog-edits.ts'
import { blogs } from '../db/blogs.ts'
import { collaborators } from '../db/collaborators.ts'
import type { Row } from '../schemas/language/rows.ts'
import { Blog, BlogPath, EditedBlog, NewBlog, type BlogRow } from '../schemas/blog.ts'
import { BlogCollaborator, BlogCollaboratorPath } from '../schemas/collaborator.ts'
import { Key } from '../schemas/language/vocabulary.ts'
import { creatorCheck } from './shared/creator.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { writes, type WriteRequest } from './shared/writes.ts'

const MemberTypePath = Type.Object({
  ...BlogCollaboratorPath.properties,
  type: Key('Type of the member, which sets the rights in the blog')
})

const blogEdits: Family = async (app, { module }) => {
  const { find } = blogs(app.sql)
  const { findMember, find: findCollaborator } = collaborators(app.sql)
  const { find: findType } = blogCollaboratorTypes(app.sql)
  const checkCreator = creatorCheck(app.sql)
  const { create, alter } = writes(app.sql)
  const { insert, change, toggleLive, hide, remove, setMember, removeMember } = queries(app.writes)
  const path = `/${module}/Blog/:blogId`
  const config = { who: 'publisher' } as const

  const readBlog = async (blogId: number) => orNotFound(await find(blogId), `blog ${blogId}`)

  app.post(
    `/${module}/Blog`,
    { config: { who: 'editor' }, schema: { body: NewBlog, response: { 201: Blog } } },
    (request) =>
      create(request, {
        check: () => checkCreator(request.body),
        insert: (attempt) => insert(attempt, { Creator: request.user.Id, ...request.body }),
        read: readBlog
      })
  )

  const alterBlog = (
    request: WriteRequest,
    blogId: number,
    run: (version: number | null) => Promise<BlogRow | undefined>
  ) =>
    alter(request, {
      itemName: 'blog',
      read: () => readBlog(blogId),
      versionOf: ({ Version }) => Version,
      run: (_blog, version) => run(version)
    })

  app.put(path, { config, schema: { params: BlogPath, body: EditedBlog, response: { 200: Blog } } }, (request) =>
    alterBlog(request, request.params.blogId, (version) => change(request.params.blogId, version, request.body))
  )
  app.put(`${path}/PutLive`, { config, schema: { params: BlogPath, response: { 200: Blog } } }, (request) =>
    alterBlog(request, request.params.blogId, (version) => toggleLive(request.params.blogId, version))
  )

  for (const [end, isHidden] of [
    ['Hide', true],
    ['Unhide', false]
  ] as const) {
    const applies = ({ DeletedOn }: Row) => (DeletedOn === undefined) === isHidden
    app.put(
      `${path}/${end}`,
      { config: { ...config, applies }, schema: { params: BlogPath, response: { 200: Blog } } },
      (request) =>
        alterBlog(request, request.params.blogId, (version) => hide(request.params.blogId, version, isHidden))
    )
  }
  app.delete(path, { config, schema: { params: BlogPath } }, (request) =>
    alterBlog(request, request.params.blogId, (version) => remove(request.params.blogId, version))
  )

  /**
   * Makes a collaborator a member of a blog.
   * @param type name of the member's type; null stands for the present type, or for Collaborator if the member is new
   * @returns the member
   */
  const invite = async ({ blogId, collaboratorId }: MemberKey, type: string | null) => {
    orNotFound(await find(blogId), `blog ${blogId}`)
    orNotFound(await findCollaborator(collaboratorId), `collaborator ${collaboratorId}`)
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
