/** Reads users, and the blogs, collaborators, roles and rights of each user (docs/spec.md, section 2.5). */
import { blogs } from '../db/blogs.ts'
import { collaborators } from '../db/collaborators.ts'
import { rights } from '../db/rights.ts'
import { roles } from '../db/roles.ts'
import { users as queries } from '../db/users.ts'
import type { Viewer } from '../plugins/authorization/index.ts'
import { Blogs } from '../schemas/blog.ts'
import { Collaborators } from '../schemas/collaborator.ts'
import type { Row } from '../schemas/language/rows.ts'
import { Rights } from '../schemas/right.ts'
import { Roles } from '../schemas/role.ts'
import { Users } from '../schemas/user.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { read } from './shared/readable.ts'

const users: Family = async (app) => {
  read(app, {
    ...Users,
    itemName: 'user',
    path: '/HR/User',
    queries: queries(app.sql),
    show: (user, { context: { viewer } }) => forViewer(user, viewer)
  })

  const ofUser = '/HR/User/:userId'
  const { listOfUser: blogsOf } = blogs(app.sql)
  const { listOfUser: collaboratorsOf } = collaborators(app.sql)
  const { listOfUser: rightsOf } = rights(app.sql)
  const profiles = { sees: 'profiles' } as const
  list(app, `${ofUser}/Blog`, Blogs, ({ userId }, query) => blogsOf(userId, query))
  list(app, `${ofUser}/Blog/Live`, Blogs, ({ userId }, query) => blogsOf(userId, query, { live: true }))
  list(app, `${ofUser}/Collaborator`, Collaborators, ({ userId }, query) => collaboratorsOf(userId, query))
  list(app, `${ofUser}/Role`, { ...Roles, ...profiles }, ({ userId }, query) =>
    roles(app.sql).listOfUser(userId, query)
  )
  list(app, `${ofUser}/Right`, { ...Rights, ...profiles }, ({ userId }, query) => rightsOf(userId, query))
  list(
    app,
    `${ofUser}/RightType/:rightTypeId/Right`,
    { ...Rights, ...profiles },
    ({ userId, rightTypeId: type }, query) => rightsOf(userId, query, { type })
  )
  list(app, `${ofUser}/Source/:sourceId/Collaborator`, Collaborators, ({ userId, sourceId: source }, query) =>
    collaboratorsOf(userId, query, { source })
  )
}

/** Returns a user without the properties that the viewer may not see: those that are no part of a byline. */
const forViewer = (user: Row, { profiles }: Viewer): Row => {
  const { EMail, Address, PhoneNumber, Name, Active, ...publicPart } = user
  return profiles ? user : publicPart
}

export default users
