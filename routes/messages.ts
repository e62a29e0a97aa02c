/** Messages: the service's own texts, and the source files that contain them. */
import { ComponentPath } from '../schemas/component.ts'
import { Listing } from '../schemas/language/paging.ts'
import { Messages, TextFiles, TextSourcePath, TextSources } from '../schemas/message.ts'
import { PluginPath } from '../schemas/plugin.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'
import { read } from './shared/readable.ts'

const messages: Family = async (app) => {
  const components = knownItems(app.sql, () => app.introspection.components)
  const plugins = knownItems(app.sql, () => app.introspection.plugins)
  const files = knownItems(app.sql, () => app.introspection.files, TextFiles.criteria)
  const sources = knownItems(app.sql, () => app.introspection.sources, TextSources.criteria)
  const queries = knownItems(app.sql, () => app.introspection.messages, Messages.criteria)
  const { list } = queries

  read(app, { ...TextFiles, itemName: 'file', path: '/Admin/File', queries: files })
  read(app, { ...TextSources, itemName: 'source', path: '/Admin/Source', queries: sources })
  read(app, { ...Messages, itemName: 'message', path: '/Admin/Message', queries })
  const listing = { querystring: Listing(Messages.criteria), response: { 200: Messages.list } }
  app.get(
    '/Admin/Source/:sourceId/Message',
    { schema: { params: TextSourcePath, ...listing } },
    async ({ params: { sourceId }, query }) => {
      const { Id } = orNotFound(sources.find(sourceId), `source ${sourceId}`)
      return list(query, ({ Source }) => Source === Id)
    }
  )
  app.get(
    '/Admin/Component/:componentId/Message',
    { schema: { params: ComponentPath, ...listing } },
    async ({ params: { componentId }, query }) => {
      const { Id } = orNotFound(components.find(componentId), `component ${componentId}`)
      return list(query, ({ SourceComponent }) => SourceComponent === Id)
    }
  )
  app.get(
    '/Admin/Plugin/:pluginId/Message',
    { schema: { params: PluginPath, ...listing } },
    async ({ params: { pluginId }, query }) => {
      const { Id } = orNotFound(plugins.find(pluginId), `plugin ${pluginId}`)
      return list(query, ({ SourcePlugin }) => SourcePlugin === Id)
    }
  )
}

export default messages
