/** Routes that open, change, close and delete blogs, and add and remove members. */
import { Type } from 'typebox'
import { blogCollaboratorTypes } from '../db/lookups.ts'
import { blogEdits as queries } from '../db/blog-edits.ts'
import { blogs } from '../db/blogs.ts'
import { collaborators } from '../db/collaborators.ts'
import type { Values } from '../db/records.ts'
import type { Row } from '../schemas/language/rows.ts'
import { Blog, BlogPath, Blogs, EditedBlog, NewBlog, type BlogRow } from '../schemas/blog.ts'
import { BlogCollaborator, BlogCollaboratorPath } from '../schemas/collaborator.ts'
import { Key } from '../schemas/language/vocabulary.ts'
import { creatorCheck } from './shared/creator.ts'
import { edit } from './shared/editable.ts'
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
  const { alter } = writes(app.sql)
  const { setMember, removeMember, ...blogWrites } = queries(app.writes)
  const path = `/${module}/Blog/:blogId`
  const config = { who: 'publisher' } as const

  edit(app, {
    ...Blogs,
    itemName: 'blog',
    path: `/${module}/Blog`,
    creation: NewBlog,
    changes: EditedBlog,
    queries: blogs(app.sql),
    writes: blogWrites,
    access: config,
    creationAccess: { who: 'editor' },
    serverValues: ({ user }) => ({ Creator: user.Id }),
    check: creatorCheck(app.sql)
  })

  /** Changes dates of a blog. @param dates returns them for the blog as it is now */
  const alterBlog = (request: WriteRequest, blogId: number, dates: (blog: BlogRow) => Values) => {
    const read = async () => orNotFound(await find(blogId), `blog ${blogId}`)
    return alter(request, {
      itemName: 'blog',
      read,
      versionOf: ({ Version }) => Version,
      run: async (blog, version) =>
        (await blogWrites.change({ Id: blogId }, version, dates(blog))) ? read() : undefined
    })
  }

  app.put(`${path}/PutLive`, { config, schema: { params: BlogPath, response: { 200: Blog } } }, (request) =>
    alterBlog(request, request.params.blogId, ({ LiveOn }) => ({ LiveOn: LiveOn === undefined ? new Date() : null }))
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
        alterBlog(request, request.params.blogId, ({ DeletedOn = new Date() }) => ({
          DeletedOn: isHidden ? DeletedOn : null
        }))
    )
  }

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
