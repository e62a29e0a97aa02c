/** Plugins: the Fastify plugins that make up the service. */
import { Listing } from '../schemas/language/paging.ts'
import { Plugin, PluginCriteria, PluginList, PluginPath } from '../schemas/plugin.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'

const plugins: Family = async (app) => {
  const { find, load, list } = knownItems(app.sql, () => app.introspection.plugins, PluginCriteria)

  app.follow(Plugin, load)
  app.get(
    '/Admin/Plugin',
    { schema: { querystring: Listing(PluginCriteria), response: { 200: PluginList } } },
    async ({ query }) => list(query)
  )
  app.get(
    '/Admin/Plugin/:pluginId',
    { schema: { params: PluginPath, response: { 200: Plugin } } },
    async ({ params: { pluginId } }) => orNotFound(find(pluginId), `plugin ${pluginId}`)
  )
}

export default plugins
