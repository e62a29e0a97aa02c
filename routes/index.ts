/** The map: every family of routes, one line each. */
import type { FastifyInstance } from 'fastify'
import blogCollaboratorTypes from './blog-collaborator-types.ts'
import blogCollaborators from './blog-collaborators.ts'
import blogPosts from './blog-posts.ts'
import blogTypes from './blog-types.ts'
import blogs from './blogs.ts'
import collaborators from './collaborators.ts'
import dataPosts from './data-posts.ts'
import languages from './languages.ts'
import login from './login.ts'
import metaData from './meta-data.ts'
import pending from './pending.ts'
import persons from './persons.ts'
import postTypes from './post-types.ts'
import resources from './resources.ts'
import rights from './rights.ts'
import roles from './roles.ts'
import sourceTypes from './source-types.ts'
import sources from './sources.ts'
import userTypes from './user-types.ts'
import users from './users.ts'

const families = [
  resources,
  blogs, blogPosts, blogCollaborators, blogCollaboratorTypes, blogTypes,
  users, persons, userTypes,
  dataPosts, postTypes, collaborators, sources, sourceTypes,
  languages,
  metaData,
  rights, roles, login,
  pending
]

/** Registers every family, then what all their addresses have in common. */
const routes = async (app: FastifyInstance, { module }: { module: string }) => {
  for (const family of families) await app.register(family, { module })
  app.completeMethods()
}

export default routes
