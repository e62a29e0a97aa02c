/** Names the Fastify plugins a service is put together from. */
import type { FastifyInstance } from 'fastify'
import type { ComponentRow } from '../../schemas/component.ts'
import type { PluginRow } from '../../schemas/plugin.ts'

/**
 * The plugins of a service. An instance names itself after its plugin, and after those that were registered into it
 * without a context of their own.
 * @param contexts the service's instance and every context below it
 */
export const pluginsOf = (
  contexts: readonly FastifyInstance[],
  own: ComponentRow,
  components: readonly ComponentRow[]
): PluginRow[] => {
  const names = new Map(
    contexts.flatMap(({ pluginName }) => {
      const [first = '', ...shared] = pluginName.split(' -> ')
      return [
        ...shared.map((name): [string, string] => [name, 'plugins']),
        [first, 'routes'] satisfies [string, string]
      ]
    })
  )
  return [...names]
    .filter(([name]) => NAME.test(name) && name !== 'fastify' && name !== 'routes')
    .map(([name, group]) =>
      describe(
        name,
        group,
        own,
        components.find(({ Id }) => Id === name)
      )
    )
    .sort((one, other) => (one.Id < other.Id ? -1 : 1))
}

// Fastify names a function without a name after its text.
const NAME = /^[@\w][\w./-]*$/

const describe = (Id: string, Group: string, own: ComponentRow, component: ComponentRow | undefined): PluginRow => {
  if (component !== undefined) return { ...component, Component: component.Id }
  const plugin = { Id, InEgg: false, Loaded: true, Group, Locale: own.Locale, Name: Id }
  // A package of a package is neither ours nor one that this service chose.
  if (Id.startsWith('@')) return plugin
  return { ...plugin, ...(own.Version !== undefined && { Version: own.Version }), Component: own.Id }
}
