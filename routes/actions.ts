/** Actions of user interfaces: all of them, those that a user has the rights for, and those of a user in a blog. */
import { registry, type RegisteredAction } from '../db/actions.ts'
import { pageOf } from '../db/collection.ts'
import { sessions } from '../db/sessions.ts'
import { Actions } from '../schemas/action.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const actions: Family = async (app) => {
  const { permissionsIn, rightsOf } = sessions(app.sql)
  const config = { sees: 'profiles' } as const
  const byRights = async (userId: number) => {
    const rightsOfUser = await rightsOf(userId)
    return (action: RegisteredAction) => action.rights.some((name) => rightsOfUser.has(name))
  }

  list(app, '/GUI/Action', Actions, async (_keys, query) => pageOfActions(registry, query))
  list(app, '/HR/User/:userId/Action', { ...Actions, config }, async ({ userId }, query) =>
    pageOfActions(registry.filter(await byRights(userId)), query)
  )
  list(app, '/HR/User/:userId/Blog/:blogId/Action', { ...Actions, config }, async ({ userId, blogId }, query) => {
    const { MayPost, MayPublish } = orNotFound(await permissionsIn(userId, blogId), `blog ${blogId}`)
    const isAllowedByRights = await byRights(userId)
    const isAllowed = (action: RegisteredAction) =>
      isAllowedByRights(action) || (action.inBlog === 'post' && MayPost) || (action.inBlog === 'publish' && MayPublish)
    return pageOfActions(registry.filter(isAllowed), query)
  })
}

/** Returns a page of the actions that match the parameter `path`, each with the number of actions below it. */
const pageOfActions = (actions: readonly RegisteredAction[], query: ListQuery) => {
  const matches = pathFilter(typeof query.path === 'string' ? query.path : '')
  const rows = actions
    .filter(({ Path }) => matches(Path))
    .map(({ Path, Label, NavBar }) => ({
      Path,
      ChildrenCount: actions.filter((action) => action.Path.startsWith(`${Path}.`)).length,
      ...(Label !== undefined && { Label }),
      ...(NavBar !== undefined && { NavBar })
    }))
  return pageOf(rows, query)
}

/**
 * Returns the filter for the parameter `path`: `"a.b"` in quotes selects exactly this path, `a.*.c` the paths whose
 * third segment is c, with any second segment, and `a.b` without a star all paths that begin with it.
 */
const pathFilter = (parameter: string): ((path: string) => boolean) => {
  const [, exactPath] = /^"(.*)"$/.exec(parameter) ?? []
  if (exactPath !== undefined) return (path) => path === exactPath
  if (!parameter.includes('*')) return (path) => path.startsWith(parameter)
  const pattern = parameter.split('.')
  return (path) => {
    const segments = path.split('.')
    return (
      segments.length === pattern.length &&
      pattern.every((segment, index) => segment === '*' || segment === segments[index])
    )
  }
}

export default actions
