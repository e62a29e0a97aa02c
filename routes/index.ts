/** Registers all route families. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import access from './access.ts'
import actions from './actions.ts'
import auditEntries from './audit-entries.ts'
import blogCollaboratorGroups from './blog-collaborator-groups.ts'
import blogCollaborators from './blog-collaborators.ts'
import blogExports from './blog-exports.ts'
import blogMedia from './blog-media.ts'
import blogPostEdits from './blog-post-edits.ts'
import blogPostLists from './blog-post-lists.ts'
import blogPostStates from './blog-post-states.ts'
import blogPosts from './blog-posts.ts'
import blogSources from './blog-sources.ts'
import blogs from './blogs.ts'
import catalogues from './catalogues.ts'
import collaborators from './collaborators.ts'
import comments from './comments.ts'
import components from './components.ts'
import configurations from './configurations.ts'
import dataPosts from './data-posts.ts'
import gateway from './gateway.ts'
import languages from './languages.ts'
import login from './login.ts'
import lookups from './lookups.ts'
import messages from './messages.ts'
import metaDataInfos from './meta-data-infos.ts'
import metaData from './meta-data.ts'
import metaInfos from './meta-infos.ts'
import parkedChanges from './parked-changes.ts'
import persons from './persons.ts'
import plugins from './plugins.ts'
import presences from './presences.ts'
import requests from './requests.ts'
import resources from './resources.ts'
import rights from './rights.ts'
import roles from './roles.ts'
import sources from './sources.ts'
import syncs from './syncs.ts'
import templatePosts from './template-posts.ts'
import tokens from './tokens.ts'
import uploads from './uploads.ts'
import urlInfo from './url-info.ts'
import users from './users.ts'
import webhooks from './webhooks.ts'

const families = [
  resources,
  blogs,
  blogExports,
  blogPostLists,
  blogPosts,
  blogPostEdits,
  blogPostStates,
  blogCollaborators,
  blogCollaboratorGroups,
  lookups,
  templatePosts,
  blogMedia,
  blogSources,
  syncs,
  parkedChanges,
  webhooks,
  configurations,
  comments,
  presences,
  users,
  tokens,
  persons,
  dataPosts,
  collaborators,
  sources,
  languages,
  metaData,
  metaInfos,
  metaDataInfos,
  uploads,
  rights,
  roles,
  login,
  auditEntries,
  access,
  components,
  plugins,
  requests,
  messages,
  catalogues,
  gateway,
  actions,
  urlInfo
]

const routes = async (app: FastifyInstance, { module }: { module: string }) => {
  // Each plugin gets a name, because Fastify searches all loaded modules for the name of a plugin without one.
  for (const family of families) await app.register(fp(family, { name: family.name, encapsulate: true }), { module })
}

export default routes
