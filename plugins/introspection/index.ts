/**
 * Describes the running service: its packages, its plugins, its addresses with who may use them, and its texts.
 * Everything is seen while the service is put together and worked out once it is; register this plugin first.
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
import { readTexts, type Texts } from './texts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The routes of the resource tree, in the order they were registered in. */
    descriptions: Description[]
    /** What this service is; empty until it is ready. */
    introspection: Introspection
  }
}

/** What a running service is made of. */
export interface Introspection extends Texts {
  components: readonly ComponentRow[]
  plugins: readonly PluginRow[]
  requests: readonly RequestRow[]
  methods: readonly MethodRow[]
  inputs: readonly InputRow[]
  /** Access rules, of which the first that fits counts. */
  rules: readonly GatewayRow[]
}

const introspection = async (app: FastifyInstance) => {
  const contexts = [app]
  const known: Introspection = { components: [], plugins: [], requests: [], methods: [], inputs: [], rules: [], files: [], sources: [], messages: [] }
  app.decorate('introspection', known)
  app.decorate('descriptions', [])

  app.addHook('onRegister', (context) => { contexts.push(context) })
  app.addHook('onReady', async () => {
    const { root, own, components } = await readPackages()
    const plugins = pluginsOf(contexts, own, components)
    const texts = await readTexts(root, own.Id, new Set(plugins.map(({ Id }) => Id)))
    Object.assign(known, { components, plugins, ...requestsOf(app.descriptions, own.Id), rules: rulesOf(app.descriptions), ...texts })
  })
}

export default fp(introspection, { name: 'introspection', fastify: '5.x' })
