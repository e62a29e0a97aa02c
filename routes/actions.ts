/** Actions: all of them, those a user's rights open, and those that open to the user in a blog. */
import { registry, type RegisteredAction } from '../db/actions.ts'
import { rights } from '../db/rights.ts'
import { users } from '../db/users.ts'
import { ActionList, ActionListing, UserBlogPath } from '../schemas/action.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { UserPath } from '../schemas/user.ts'
import { below, orNotFound, type Family } from './shared/family.ts'
import { pageOf } from './shared/in-memory.ts'

const actions: Family = async (app) => {
  const { namesOfUser, permissionsIn } = rights(app.sql)
  const { exists } = users(app.sql)
  const listing = { querystring: ActionListing, response: { 200: ActionList } }
  const byRights = async (userId: number) => {
    const held = await namesOfUser(userId)
    return (action: RegisteredAction) => action.rights.some((name) => held.has(name))
  }

  app.get('/GUI/Action', { schema: listing }, async ({ query }) => shown(registry, query))
  app.get('/HR/User/:userId/Action', { schema: { params: UserPath, ...listing } }, ({ params: { userId }, query }) =>
    below(exists(userId), `user ${userId}`, async () => shown(registry.filter(await byRights(userId)), query))
  )
  app.get(
    '/HR/User/:userId/Blog/:blogId/Action',
    { schema: { params: UserBlogPath, ...listing } },
    ({ params: { userId, blogId }, query }) =>
      below(exists(userId), `user ${userId}`, async () => {
        const { MayPost, MayPublish } = orNotFound(await permissionsIn(userId, blogId), `blog ${blogId}`)
        const isOpen = await byRights(userId)
        return shown(
          registry.filter(
            (action) =>
              isOpen(action) || (action.inBlog === 'post' && MayPost) || (action.inBlog === 'publish' && MayPublish)
          ),
          query
        )
      })
  )
}

/** A page of some actions, each with the number of those below it. */
const shown = (offered: readonly RegisteredAction[], query: ListQuery) => {
  const isWanted = wanted(typeof query.path === 'string' ? query.path : '')
  const counted = offered
    .filter(({ Path }) => isWanted(Path))
    .map(({ Path, Label, NavBar }) => ({
      Path,
      ChildrenCount: offered.filter((other) => other.Path.startsWith(`${Path}.`)).length,
      ...(Label !== undefined && { Label }),
      ...(NavBar !== undefined && { NavBar })
    }))
  return pageOf(counted, query)
}

/** What the parameter `path` asks: exactly a path in quotes, a path of some form, or what begins with it. */
const wanted = (asked: string): ((path: string) => boolean) => {
  const [, exact] = /^"(.*)"$/.exec(asked) ?? []
  if (exact !== undefined) return (path) => path === exact
  if (!asked.includes('*')) return (path) => path.startsWith(asked)
  const form = asked.split('.')
  return (path) => {
    const segments = path.split('.')
    return (
      segments.length === form.length && form.every((segment, index) => segment === '*' || segment === segments[index])
    )
  }
}

export default actions
