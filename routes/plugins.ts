/** Plugins: the Fastify plugins that make up the service. */
import { Plugins } from '../schemas/plugin.ts'
import type { Family } from './shared/family.ts'
import { knownItems } from './shared/known-items.ts'
import { read } from './shared/readable.ts'

const plugins: Family = async (app) => {
  const queries = knownItems(app.sql, () => app.introspection.plugins, Plugins.criteria)
  read(app, { ...Plugins, itemName: 'plugin', path: '/Admin/Plugin/:pluginId', queries })
}

export default plugins
