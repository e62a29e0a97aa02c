/** Catalogues of the service's own texts, one file for each language: PO for translators, JSONLocale for browsers. */
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { jsonCatalogue, poCatalogue } from '../plugins/introspection/catalogues.ts'
import type { SourcedMessage } from '../plugins/introspection/texts.ts'
import { PluginLocaleQuery } from '../schemas/message.ts'
import { Path } from '../schemas/paths.ts'
import { orNotFound, type Family } from './shared/family.ts'

const catalogues: Family = async (app) => {
  const isPlugin = (id: string) => app.introspection.plugins.some(({ Id }) => Id === id)
  /** @throws HttpError 404 */
  const ofComponent = (id: string) => {
    const { components, messages } = app.introspection
    orNotFound(
      components.some(({ Id }) => Id === id),
      `component ${id}`
    )
    return messages.filter(({ SourceComponent }) => SourceComponent === id)
  }
  const ofPlugin = (id: string) => app.introspection.messages.filter(({ SourcePlugin }) => SourcePlugin === id)

  app.get('/Admin/PO/:locale', { schema: { params: Type.Pick(Path, ['locale']) } }, ({ params: { locale } }, reply) =>
    sendPo(reply, locale, app.introspection.messages)
  )
  app.get(
    '/Admin/Component/:componentId/PO/:locale',
    { schema: { params: Type.Pick(Path, ['componentId', 'locale']) } },
    ({ params: { componentId, locale } }, reply) => sendPo(reply, locale, ofComponent(componentId))
  )
  app.get(
    '/Admin/Plugin/:pluginId/PO/:locale',
    { schema: { params: Type.Pick(Path, ['pluginId', 'locale']) } },
    ({ params: { pluginId, locale } }, reply) => {
      orNotFound(isPlugin(pluginId), `plugin ${pluginId}`)
      return sendPo(reply, locale, ofPlugin(pluginId))
    }
  )

  app.get(
    '/Admin/JSONLocale/:locale',
    { schema: { params: Type.Pick(Path, ['locale']) } },
    ({ params: { locale } }, reply) => sendJson(reply, jsonCatalogue('desk', locale, app.introspection.messages))
  )
  app.get(
    '/Admin/Component/:componentId/JSONLocale/:locale',
    { schema: { params: Type.Pick(Path, ['componentId', 'locale']) } },
    ({ params: { componentId, locale } }, reply) =>
      sendJson(reply, jsonCatalogue(componentId, locale, ofComponent(componentId)))
  )
  // Embeds request the catalogue of their own plugin and stay blank until they get a JSON object. For a plugin
  // that this service does not have, the object is empty, and embeds show their built-in texts.
  app.get(
    '/Admin/Plugin/:pluginId/JSONLocale/:locale',
    { schema: { params: Type.Pick(Path, ['pluginId', 'locale']), querystring: PluginLocaleQuery } },
    ({ params: { pluginId, locale } }, reply) =>
      sendJson(reply, isPlugin(pluginId) ? jsonCatalogue(pluginId, locale, ofPlugin(pluginId)) : {})
  )
}

/** Sends a PO file. The Accept header has no influence: a catalogue is a file with only one media type. */
const sendPo = (reply: FastifyReply, locale: string, messages: readonly SourcedMessage[]) =>
  reply.type('text/x-gettext-translation; charset=utf-8').serializer(String).send(poCatalogue(locale, messages))

const sendJson = (reply: FastifyReply, catalogue: object) =>
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(catalogue)

export default catalogues
