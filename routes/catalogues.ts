/** Catalogues of the service's own texts, one file for each language: PO for translators, JSONLocale for browsers. */
import type { FastifyReply } from 'fastify'
import { jsonCatalogue, poCatalogue } from '../plugins/introspection/catalogues.ts'
import type { SourcedMessage } from '../plugins/introspection/texts.ts'
import { ComponentLocalePath, LocalePath, PluginLocalePath, PluginLocaleQuery } from '../schemas/message.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'

const catalogues: Family = async (app) => {
  const components = knownItems(app.sql, () => app.introspection.components)
  const plugins = knownItems(app.sql, () => app.introspection.plugins)
  const component = (id: string) => orNotFound(components.find(id), `component ${id}`).Id
  const plugin = (id: string) => orNotFound(plugins.find(id), `plugin ${id}`).Id
  const ofComponent = (id: string) => app.introspection.messages.filter(({ SourceComponent }) => SourceComponent === id)
  const ofPlugin = (id: string) => app.introspection.messages.filter(({ SourcePlugin }) => SourcePlugin === id)

  app.get('/Admin/PO/:locale', { schema: { params: LocalePath } }, ({ params: { locale } }, reply) =>
    sendPo(reply, locale, app.introspection.messages)
  )
  app.get(
    '/Admin/Component/:componentId/PO/:locale',
    { schema: { params: ComponentLocalePath } },
    ({ params: { componentId, locale } }, reply) => sendPo(reply, locale, ofComponent(component(componentId)))
  )
  app.get(
    '/Admin/Plugin/:pluginId/PO/:locale',
    { schema: { params: PluginLocalePath } },
    ({ params: { pluginId, locale } }, reply) => sendPo(reply, locale, ofPlugin(plugin(pluginId)))
  )

  app.get('/Admin/JSONLocale/:locale', { schema: { params: LocalePath } }, ({ params: { locale } }, reply) =>
    sendJson(reply, jsonCatalogue('desk', locale, app.introspection.messages))
  )
  app.get(
    '/Admin/Component/:componentId/JSONLocale/:locale',
    { schema: { params: ComponentLocalePath } },
    ({ params: { componentId, locale } }, reply) => {
      const id = component(componentId)
      return sendJson(reply, jsonCatalogue(id, locale, ofComponent(id)))
    }
  )
  // Embeds request the catalogue of their own plugin and stay blank until they get a JSON object. For a plugin
  // that this service does not have, the object is empty, and embeds show their built-in texts.
  app.get(
    '/Admin/Plugin/:pluginId/JSONLocale/:locale',
    { schema: { params: PluginLocalePath, querystring: PluginLocaleQuery } },
    ({ params: { pluginId, locale } }, reply) =>
      sendJson(reply, plugins.find(pluginId) === undefined ? {} : jsonCatalogue(pluginId, locale, ofPlugin(pluginId)))
  )
}

/** Sends a PO file. The Accept header has no influence: a catalogue is a file with only one media type. */
const sendPo = (reply: FastifyReply, locale: string, messages: readonly SourcedMessage[]) =>
  reply.type('text/x-gettext-translation; charset=utf-8').serializer(String).send(poCatalogue(locale, messages))

const sendJson = (reply: FastifyReply, catalogue: object) =>
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(catalogue)

export default catalogues
