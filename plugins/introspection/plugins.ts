/** Lists the Fastify plugins of the service. */
import type { FastifyInstance } from 'fastify'
import type { ComponentRow } from '../../schemas/component.ts'
import type { PluginRow } from '../../schemas/plugin.ts'

/**
 * Returns the plugins of a service. Fastify names an instance `plugin -> shared -> shared`: first the plugin
 * that created it, then those registered in it without encapsulation (with fastify-plugin).
 * @param contexts the root Fastify instance and all encapsulated instances
 * @param own the package of the service
 * @param components all packages
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

// Fastify uses the source text of an anonymous function as its name.
const NAME = /^[@\w][\w./-]*$/

const describe = (Id: string, Group: string, own: ComponentRow, component: ComponentRow | undefined): PluginRow => {
  if (component !== undefined) return { ...component, Component: component.Id }
  const plugin = { Id, InEgg: false, Loaded: true, Group, Locale: own.Locale, Name: Id }
  // A scoped package that is not in package.json is a dependency of a dependency: neither a component nor our own code.
  if (Id.startsWith('@')) return plugin
  return { ...plugin, ...(own.Version !== undefined && { Version: own.Version }), Component: own.Id }
}
