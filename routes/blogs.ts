/** Blogs: their lists and properties, their states, and adding and removing members. */
import { Type, type Static } from 'typebox'
import { blogCollaboratorTypes } from '../db/lookups.ts'
import { blogEdits } from '../db/blog-edits.ts'
import { blogs as queries } from '../db/blogs.ts'
import { blogCollaborators, collaborators } from '../db/collaborators.ts'
import type { Changes } from '../db/records.ts'
import type { Row } from '../schemas/language/rows.ts'
import { Blog, Blogs, type BlogRow } from '../schemas/blog.ts'
import { BlogCollaborator } from '../schemas/collaborator.ts'
import { Key } from '../schemas/language/vocabulary.ts'
import { BlogPath, Path } from '../schemas/paths.ts'
import { creatorCheck } from './shared/creator.ts'
import { edit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { readItems } from './shared/readable.ts'
import { writes, type WriteRequest } from './shared/writes.ts'

const MemberPath = Type.Pick(Path, ['blogId', 'collaboratorId'])
const MemberTypePath = Type.Object({
  ...MemberPath.properties,
  type: Key('Type of the member, which sets the rights in the blog')
})

const blogs: Family = async (app, { module }) => {
  const { find, list: listAll } = queries(app.sql)
  const { exists: isCollaborator } = collaborators(app.sql)
  const { findBy: findMember } = blogCollaborators(app.sql)
  const { find: findType } = blogCollaboratorTypes(app.sql)
  const { alter } = writes(app.sql)
  const { setMember, removeMember, now, ...blogWrites } = blogEdits(app.writes)
  const path = `/${module}/Blog/:blogId`
  const config = { who: 'publisher' } as const

  const family = { ...Blogs, itemName: 'blog', path, queries: queries(app.sql) }

  list(app, `/${module}/Blog`, Blogs, (_keys, query) => listAll(query))
  list(app, `/${module}/Blog/Live`, Blogs, (_keys, query) => listAll(query, { live: true }))
  readItems(app, family)
  edit(app, {
    ...family,
    writes: blogWrites,
    summaries: { POST: 'Open a blog' },
    access: config,
    creationAccess: { who: 'editor' },
    serverValues: ({ user }) => ({ Creator: user.Id }),
    check: creatorCheck(app.sql)
  })

  /** Changes dates of a blog. @param dates returns them for the blog as it is now */
  const alterBlog = (request: WriteRequest, blogId: number, dates: (blog: BlogRow) => Changes) => {
    const read = async () => orNotFound(await find(blogId), `blog ${blogId}`)
    return alter(request, {
      itemName: 'blog',
      read,
      versionOf: ({ Version }) => Version,
      run: async (blog, version, attempt) =>
        (await blogWrites.change({ Id: blogId }, version, dates(blog), attempt)) ? read() : undefined
    })
  }

  const liveSchema = { summary: 'Switch a blog between live and not live', params: BlogPath, response: { 200: Blog } }
  app.put(`${path}/PutLive`, { config, schema: liveSchema }, (request) =>
    alterBlog(request, request.params.blogId, ({ LiveOn }) => ({ LiveOn: LiveOn === undefined ? now : null }))
  )
  for (const [end, isHidden, summary] of [
    ['Hide', true, 'Hide a blog from lists'],
    ['Unhide', false, 'Show a hidden blog in lists again']
  ] as const) {
    const applies = ({ DeletedOn }: Row) => (DeletedOn === undefined) === isHidden
    app.put(
      `${path}/${end}`,
      { config: { ...config, applies }, schema: { summary, params: BlogPath, response: { 200: Blog } } },
      (request) =>
        alterBlog(request, request.params.blogId, ({ DeletedOn = now }) => ({
          DeletedOn: isHidden ? DeletedOn : null
        }))
    )
  }

  /**
   * Makes a collaborator a member of a blog.
   * @param type name of the member's type; null stands for the present type, or for Collaborator if the member is new
   * @returns the member
   */
  const invite = async ({ blogId: Blog, collaboratorId: Id }: Static<typeof MemberPath>, type: string | null) => {
    orNotFound(await find(Blog), `blog ${Blog}`)
    orNotFound(await isCollaborator(Id), `collaborator ${Id}`)
    await setMember(Blog, Id, type)
    return orNotFound(await findMember({ Blog, Id }), `collaborator ${Id} of blog ${Blog}`)
  }
  const member = `${path}/Collaborator/:collaboratorId`
  const response = { 200: BlogCollaborator }
  app.put(
    `${member}/Add`,
    { config, schema: { summary: 'Make a collaborator a member of a blog', params: MemberPath, response } },
    ({ params }) => invite(params, null)
  )
  app.put(
    `${member}/Type/:type`,
    { config, schema: { summary: 'Make a collaborator a member of the given type', params: MemberTypePath, response } },
    async ({ params }) => {
      const { type } = params
      return invite(params, orNotFound(await findType(type), `type of members ${type}`).Name)
    }
  )
  const removalSchema = { summary: 'End a membership', params: MemberPath }
  app.delete(`${member}/Remove`, { config, schema: removalSchema }, async ({ params }) => {
    const { blogId, collaboratorId } = params
    orNotFound(await removeMember(blogId, collaboratorId), `collaborator ${collaboratorId} of blog ${blogId}`)
  })
}

export default blogs
