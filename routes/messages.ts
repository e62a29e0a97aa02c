/** Messages: the service's own texts, and the source files that contain them. */
import { ComponentPath } from '../schemas/component.ts'
import {
  Message,
  MessageCriteria,
  MessageList,
  MessagePath,
  TextFile,
  TextFileCriteria,
  TextFileList,
  TextFilePath,
  TextSource,
  TextSourceCriteria,
  TextSourceList,
  TextSourcePath
} from '../schemas/message.ts'
import { Listing } from '../schemas/language/paging.ts'
import { PluginPath } from '../schemas/plugin.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'

const messages: Family = async (app) => {
  const components = knownItems(app.sql, () => app.introspection.components)
  const plugins = knownItems(app.sql, () => app.introspection.plugins)
  const files = knownItems(app.sql, () => app.introspection.files, TextFileCriteria)
  const sources = knownItems(app.sql, () => app.introspection.sources, TextSourceCriteria)
  const { find, load, list } = knownItems(app.sql, () => app.introspection.messages, MessageCriteria)

  app.follow(TextFile, files.load)
  app.get(
    '/Admin/File',
    { schema: { querystring: Listing(TextFileCriteria), response: { 200: TextFileList } } },
    async ({ query }) => files.list(query)
  )
  app.get(
    '/Admin/File/:fileId',
    { schema: { params: TextFilePath, response: { 200: TextFile } } },
    async ({ params: { fileId } }) => orNotFound(files.find(fileId), `file ${fileId}`)
  )

  app.follow(TextSource, sources.load)
  app.get(
    '/Admin/Source',
    { schema: { querystring: Listing(TextSourceCriteria), response: { 200: TextSourceList } } },
    async ({ query }) => sources.list(query)
  )
  app.get(
    '/Admin/Source/:sourceId',
    { schema: { params: TextSourcePath, response: { 200: TextSource } } },
    async ({ params: { sourceId } }) => orNotFound(sources.find(sourceId), `source ${sourceId}`)
  )

  const listing = { querystring: Listing(MessageCriteria), response: { 200: MessageList } }
  app.follow(Message, load)
  app.get('/Admin/Message', { schema: listing }, async ({ query }) => list(query))
  app.get(
    '/Admin/Message/:messageId',
    { schema: { params: MessagePath, response: { 200: Message } } },
    async ({ params: { messageId } }) => orNotFound(find(messageId), `message ${messageId}`)
  )
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
