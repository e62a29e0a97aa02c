/**
 * Describes the running service: its packages, its plugins, its addresses with who may use them, and its texts.
 * Register this plugin first: it notes every route and plugin after it, and describes them on the first request.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { ComponentRow } from '../../schemas/component.ts'
import type { GatewayRow } from '../../schemas/gateway.ts'
import type { PluginRow } from '../../schemas/plugin.ts'
import type { InputRow, MethodRow, RequestRow } from '../../schemas/request.ts'
import { readPackages } from './components.ts'
import { pluginsOf } from './plugins.ts'
import { requestsOf, rulesOf, seen, type Seen } from './requests.ts'
import { textsOf, type Spoken, type Texts } from './texts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Describes this service. Use it in handlers only: the first use reads packages and schemas. */
    readonly introspection: Introspection
  }
}

/** What a running service is made of. */
export interface Introspection extends Texts {
  readonly components: readonly ComponentRow[]
  readonly plugins: readonly PluginRow[]
  readonly requests: readonly RequestRow[]
  readonly methods: readonly MethodRow[]
  readonly inputs: readonly InputRow[]
  /** Access rules, of which the first that fits counts. */
  readonly rules: readonly GatewayRow[]
}

const introspection = async (app: FastifyInstance) => {
  const contexts = [app]
  const routes: Seen[] = []
  const spoken: Spoken[] = []
  let described: Introspection | undefined

  app.addHook('onRegister', (context) => { contexts.push(context) })
  app.addHook('onRoute', function (route) {
    // A family has a context of its own. What the tree itself adds, such as the answer 405, belongs to no family.
    if (!isOfTree(route.path) || this.pluginName.includes(' -> ')) return
    routes.push(...seen(this, route))
    spoken.push({ plugin: this.pluginName, schemas: route.schema ?? {} })
  })

  const describe = (): Introspection => {
    const { root, own, components } = readPackages()
    const plugins = pluginsOf(contexts, own, components)
    const texts = textsOf(spoken, root, own.Id)
    return { components, plugins, ...requestsOf(routes, own.Id), rules: rulesOf(routes), ...texts }
  }
  app.decorate('introspection', {
    getter () {
      described ??= describe()
      return described
    }
  })
}

const isOfTree = (path: string) => path === '/resources' || path.startsWith('/resources/')

export default fp(introspection, { name: 'introspection', fastify: '5.x' })
