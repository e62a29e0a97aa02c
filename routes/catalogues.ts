/** Catalogues: the service's own texts in one file a language, for translators (PO) and for browsers (JSONLocale). */
import type { FastifyReply } from 'fastify'
import { jsonCatalogue, poCatalogue } from '../plugins/introspection/catalogues.ts'
import type { KnownMessage } from '../plugins/introspection/texts.ts'
import { ComponentLocalePath, LocalePath, PluginLocalePath } from '../schemas/message.ts'
import { found, type Family } from './shared/family.ts'
import { inMemory } from './shared/in-memory.ts'

const catalogues: Family = async (app) => {
  const known = app.introspection
  const components = inMemory(() => known.components, 'Id')
  const plugins = inMemory(() => known.plugins, 'Id')
  const ofComponent = (id: string) => known.messages.filter(({ SourceComponent }) => SourceComponent === id)
  const ofPlugin = (id: string) => known.messages.filter(({ SourcePlugin }) => SourcePlugin === id)

  app.get('/Admin/PO/:locale', { schema: { params: LocalePath } }, ({ params: { locale } }, reply) =>
    sendPo(reply, locale, known.messages))
  app.get('/Admin/Component/:componentId/PO/:locale', { schema: { params: ComponentLocalePath } }, ({ params: { componentId, locale } }, reply) =>
    sendPo(reply, locale, ofComponent(found(components.find(componentId), `component ${componentId}`).Id)))
  app.get('/Admin/Plugin/:pluginId/PO/:locale', { schema: { params: PluginLocalePath } }, ({ params: { pluginId, locale } }, reply) =>
    sendPo(reply, locale, ofPlugin(found(plugins.find(pluginId), `plugin ${pluginId}`).Id)))

  app.get('/Admin/JSONLocale/:locale', { schema: { params: LocalePath } }, ({ params: { locale } }, reply) =>
    sendJson(reply, jsonCatalogue('desk', locale, known.messages)))
  app.get('/Admin/Component/:componentId/JSONLocale/:locale', { schema: { params: ComponentLocalePath } }, ({ params: { componentId, locale } }, reply) => {
    const { Id } = found(components.find(componentId), `component ${componentId}`)
    return sendJson(reply, jsonCatalogue(Id, locale, ofComponent(Id)))
  })
  // Embeds ask for the texts of a plugin of their own, and wait until they get an object. Of a plugin that is not ours
  // there are no texts; they then show what they have.
  app.get('/Admin/Plugin/:pluginId/JSONLocale/:locale', { schema: { params: PluginLocalePath } }, ({ params: { pluginId, locale } }, reply) =>
    sendJson(reply, plugins.find(pluginId) === undefined ? {} : jsonCatalogue(pluginId, locale, ofPlugin(pluginId))))
}

/** A catalogue is a file and no document: it has one form, whatever the client accepts. */
const sendPo = (reply: FastifyReply, locale: string, messages: readonly KnownMessage[]) =>
  reply.type('text/x-gettext-translation; charset=utf-8').serializer(String).send(poCatalogue(locale, messages))

const sendJson = (reply: FastifyReply, catalogue: object) =>
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(catalogue)

export default catalogues
