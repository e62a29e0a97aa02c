/** Reads users, and the blogs, collaborators, roles and rights of each user (docs/spec.md, section 2.5). */
import { Type } from 'typebox'
import { blogs } from '../db/blogs.ts'
import { collaborators } from '../db/collaborators.ts'
import { rightTypes } from '../db/right-types.ts'
import { rights } from '../db/rights.ts'
import { roles } from '../db/roles.ts'
import { sources } from '../db/sources.ts'
import { users as userQueries } from '../db/users.ts'
import type { Viewer } from '../plugins/authorization/index.ts'
import { BlogCriteria, BlogList } from '../schemas/blog.ts'
import { CollaboratorCriteria, CollaboratorList } from '../schemas/collaborator.ts'
import { BLOG_PAGE, Listing } from '../schemas/language/paging.ts'
import type { Row } from '../schemas/language/rows.ts'
import { RightTypePath } from '../schemas/right-type.ts'
import { RightCriteria, RightList } from '../schemas/right.ts'
import { RoleCriteria, RoleList } from '../schemas/role.ts'
import { SourcePath } from '../schemas/source.ts'
import { UserPath, Users } from '../schemas/user.ts'
import { below, type Family } from './shared/family.ts'
import { read } from './shared/readable.ts'

const users: Family = async (app) => {
  const { exists } = userQueries(app.sql)
  const ofUser = <T>(userId: number, read: () => Promise<T>) => below(exists(userId), `user ${userId}`, read)

  read(app, {
    ...Users,
    itemName: 'user',
    path: '/HR/User',
    queries: userQueries(app.sql),
    show: (user, { context: { viewer } }) => forViewer(user, viewer)
  })

  const blogListing = {
    schema: { params: UserPath, querystring: Listing(BlogCriteria, BLOG_PAGE), response: { 200: BlogList } }
  }
  const blogQueries = blogs(app.sql)
  app.get('/HR/User/:userId/Blog', blogListing, ({ params: { userId }, query }) =>
    ofUser(userId, () => blogQueries.listOfUser(userId, query))
  )
  app.get('/HR/User/:userId/Blog/Live', blogListing, ({ params: { userId }, query }) =>
    ofUser(userId, () => blogQueries.listOfUser(userId, query, { live: true }))
  )

  app.get(
    '/HR/User/:userId/Collaborator',
    { schema: { params: UserPath, querystring: Listing(CollaboratorCriteria), response: { 200: CollaboratorList } } },
    ({ params: { userId }, query }) => ofUser(userId, () => collaborators(app.sql).listOfUser(userId, query))
  )
  app.get(
    '/HR/User/:userId/Role',
    {
      config: { sees: 'profiles' },
      schema: { params: UserPath, querystring: Listing(RoleCriteria), response: { 200: RoleList } }
    },
    ({ params: { userId }, query }) => ofUser(userId, () => roles(app.sql).listOfUser(userId, query))
  )
  app.get(
    '/HR/User/:userId/Right',
    {
      config: { sees: 'profiles' },
      schema: { params: UserPath, querystring: Listing(RightCriteria), response: { 200: RightList } }
    },
    ({ params: { userId }, query }) => ofUser(userId, () => rights(app.sql).listOfUser(userId, query))
  )

  app.get(
    '/HR/User/:userId/RightType/:rightTypeId/Right',
    {
      config: { sees: 'profiles' },
      schema: {
        params: Type.Object({ ...UserPath.properties, ...RightTypePath.properties }),
        querystring: Listing(RightCriteria),
        response: { 200: RightList }
      }
    },
    ({ params: { userId, rightTypeId: type }, query }) =>
      ofUser(userId, () =>
        below(rightTypes(app.sql).exists(type), `right type ${type}`, () =>
          rights(app.sql).listOfUser(userId, query, { type })
        )
      )
  )
  app.get(
    '/HR/User/:userId/Source/:sourceId/Collaborator',
    {
      schema: {
        params: Type.Object({ ...UserPath.properties, ...SourcePath.properties }),
        querystring: Listing(CollaboratorCriteria),
        response: { 200: CollaboratorList }
      }
    },
    ({ params: { userId, sourceId: source }, query }) =>
      ofUser(userId, () =>
        below(sources(app.sql).exists(source), `source ${source}`, () =>
          collaborators(app.sql).listOfUser(userId, query, { source })
        )
      )
  )
}

/** Returns a user without the properties that the viewer may not see: those that are no part of a byline. */
const forViewer = (user: Row, { profiles }: Viewer): Row => {
  const { EMail, Address, PhoneNumber, Name, Active, ...publicPart } = user
  return profiles ? user : publicPart
}

export default users
