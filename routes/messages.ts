/** Messages: the service's own texts, and the source files that contain them. */
import { Messages, TextFiles, TextSources } from '../schemas/message.ts'
import type { Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'
import { list } from './shared/lists.ts'
import { read } from './shared/readable.ts'

const messages: Family = async (app) => {
  const components = knownItems(app.sql, () => app.introspection.components)
  const plugins = knownItems(app.sql, () => app.introspection.plugins)
  const files = knownItems(app.sql, () => app.introspection.files, TextFiles.criteria)
  const sources = knownItems(app.sql, () => app.introspection.sources, TextSources.criteria)
  const queries = knownItems(app.sql, () => app.introspection.messages, Messages.criteria)

  read(app, { ...TextFiles, itemName: 'file', path: '/Admin/File/:fileId', queries: files })
  read(app, { ...TextSources, itemName: 'source', path: '/Admin/Source/:sourceId', queries: sources })
  read(app, { ...Messages, itemName: 'message', path: '/Admin/Message/:messageId', queries })
  list(
    app,
    '/Admin/Source/:sourceId/Message',
    Messages,
    ({ sourceId: Source }, query) => queries.list(query, { Source }),
    { sourceId: ['source', () => sources] }
  )
  list(
    app,
    '/Admin/Component/:componentId/Message',
    Messages,
    ({ componentId: SourceComponent }, query) => queries.list(query, { SourceComponent }),
    { componentId: ['component', () => components] }
  )
  list(
    app,
    '/Admin/Plugin/:pluginId/Message',
    Messages,
    ({ pluginId: SourcePlugin }, query) => queries.list(query, { SourcePlugin }),
    { pluginId: ['plugin', () => plugins] }
  )
}

export default messages
