/** Access checks for gateways in front of the service: whether a user may read or change something. */
import { sessions, type BlogPermissions } from '../db/sessions.ts'
import { users } from '../db/users.ts'
import { Type } from 'typebox'
import { HasAccess, HasBlog } from '../schemas/access.ts'
import { Path } from '../schemas/paths.ts'
import { orNotFound, type Family } from './shared/family.ts'

const access: Family = async (app) => {
  const { permissionsIn } = sessions(app.sql)
  const { find } = users(app.sql)
  const config = { sees: 'profiles' } as const
  const path = '/Filter/Authenticated/:authenticatedId'
  const isActive = async (userId: number) => orNotFound(await find(userId), `user ${userId}`).Active === true

  for (const [end, hasAccess] of checks) {
    app.get(
      `${path}/Blog/:blogId/HasBlog/${end}`,
      { config, schema: { params: Type.Pick(Path, ['authenticatedId', 'blogId']), response: { 200: HasBlog } } },
      async ({ params: { authenticatedId, blogId } }) => {
        const active = await isActive(authenticatedId)
        return {
          HasAccess: active && hasAccess(orNotFound(await permissionsIn(authenticatedId, blogId), `blog ${blogId}`))
        }
      }
    )
  }
  app.get(
    `${path}/User/:userId/IsAuthenticated`,
    { config, schema: { params: Type.Pick(Path, ['authenticatedId', 'userId']), response: { 200: HasAccess } } },
    async ({ params: { authenticatedId, userId } }) => {
      const active = await isActive(authenticatedId)
      return { HasAccess: active && orNotFound(await find(userId), `user ${userId}`).Id === authenticatedId }
    }
  )
}

/** The checks of a user in a blog, by the end of their path. Inserting a post is subject to the same rules. */
const checks: readonly [string, (permissions: BlogPermissions) => boolean][] = [
  ['Administrator', ({ MayPublish }) => MayPublish],
  ['Collaborator', ({ MayPost }) => MayPost],
  ['Status', ({ IsClosed }) => !IsClosed]
]

export default access
