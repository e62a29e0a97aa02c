/** Blogs as the pages of the newsroom see them: their state, and what a visitor may do in them. */
import { httpErrors } from '@fastify/sensible'
import type { Row } from '../../schemas/language/rows.ts'
import { idIn } from '../pages/addresses.ts'
import { idOf, itemsIn, momentIn, numberIn, textIn } from './view/items.ts'
import type { Visit } from './visit.ts'

/** State of a blog: readers see it from its first going live, and a closed blog gets no more posts. */
export type BlogState = 'live' | 'rehearsal' | 'closed'

/** Names of the states in pages. */
export const STATES: Readonly<Record<BlogState, string>> = { live: 'Live', rehearsal: 'Rehearsal', closed: 'Closed' }

/** Properties that `stateOf` needs, for X-Filter. */
export const STATE_PROPERTIES = 'ClosedOn,LiveOn'

export const stateOf = (blog: Row): BlogState => {
  if (momentIn(blog, 'ClosedOn') !== undefined) return 'closed'
  return momentIn(blog, 'LiveOn') === undefined ? 'rehearsal' : 'live'
}

/** Returns the id of the blog of a page. @throws HttpError 404 if the address has none */
export const blogIdIn = ({ params: { blogId } }: Pick<Visit, 'params'>): number => {
  const id = idIn(blogId)
  if (id === undefined) throw httpErrors.notFound('There is no such blog')
  return id
}

/** Returns the address of a blog below `/resources/`. */
export const blogPath = ({ module }: Pick<Visit, 'module'>, blogId: number): string => `${module}/Blog/${blogId}`

/** Properties of the parts of pages about one blog. */
export interface BlogPart {
  readonly visit: Visit
  readonly blog: Row
  readonly blogId: number
}

/** Returns the blog of a page with all its properties. @throws HttpError 404 */
export const readBlog = async (visit: Visit): Promise<Row> => {
  const path = blogPath(visit, blogIdIn(visit))
  return visit.read(`${path}?X-Filter=EmbedConfig,${STATE_PROPERTIES},StartsOn,Version`)
}

/** Returns the names of the rights that the visitor has, directly or by a role. */
export const rightsOf = async ({ read, user }: Pick<Visit, 'read' | 'user'>): Promise<ReadonlySet<string>> => {
  const rights = await read(`HR/User/${user.Id}/Right?X-Filter=Name&limit=1000`)
  return new Set(itemsIn(rights, 'RightList').map((right) => textIn(right, 'Name')))
}

/** Returns the members of a blog, ordered by name. */
export const membersIn = async (visit: Visit, blogId: number) => {
  const list = await visit.read(`${blogPath(visit, blogId)}/Collaborator?X-Filter=Id,Name,Type,User&limit=1000`)
  return itemsIn(list, 'CollaboratorList').map((member) => ({
    collaborator: idOf(member),
    name: textIn(member, 'Name'),
    type: textIn(member, 'Type'),
    user: numberIn(member, 'User')
  }))
}

/** A member of a blog. */
export type Member = Awaited<ReturnType<typeof membersIn>>[number]

/** Returns whether the visitor may publish in a blog (`Administrator`), or write in it (`Collaborator`). */
export const mayIn = async (
  { read, user }: Visit,
  blogId: number,
  role: 'Administrator' | 'Collaborator'
): Promise<boolean> => {
  const { HasAccess } = await read(`Filter/Authenticated/${user.Id}/Blog/${blogId}/HasBlog/${role}`)
  return HasAccess === true
}

/**
 * Returns the blog of a page that only those who publish in it may see, and its members.
 * @throws HttpError 403, 404
 */
export const readOwnBlog = async (visit: Visit): Promise<{ blog: Row; blogId: number; members: readonly Member[] }> => {
  const blogId = blogIdIn(visit)
  const [blog, members, mayPublish] = await Promise.all([
    readBlog(visit),
    membersIn(visit, blogId),
    mayIn(visit, blogId, 'Administrator')
  ])
  if (mayPublish) return { blog, blogId, members }
  throw httpErrors.forbidden('Only those who publish in this blog may change its settings and its people')
}
