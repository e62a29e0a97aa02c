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
import type { Description } from '../resources/description.ts'
import { readPackages } from './components.ts'
import { pluginsOf } from './plugins.ts'
import { requestsOf, rulesOf } from './requests.ts'
import { textsOf, type Texts } from './texts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The routes of the resource tree, in the order they were registered in. */
    descriptions: Description[]
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
  let described: Introspection | undefined
  app.decorate('descriptions', [])
  app.addHook('onRegister', (context) => { contexts.push(context) })

  const describe = (): Introspection => {
    const { root, own, components } = readPackages()
    const plugins = pluginsOf(contexts, own, components)
    const { descriptions } = app
    const texts = textsOf(descriptions, root, own.Id)
    return { components, plugins, ...requestsOf(descriptions, own.Id), rules: rulesOf(descriptions), ...texts }
  }
  app.decorate('introspection', {
    getter () {
      described ??= describe()
      return described
    }
  })
}

export default fp(introspection, { name: 'introspection', fastify: '5.x' })
