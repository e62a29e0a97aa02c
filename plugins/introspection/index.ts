/**
 * Describes the running service: its packages, plugins, addresses, access rules and texts. Register this plugin first,
 * because it records the routes and plugins registered after it. It describes them at the first use.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { Description } from '../resources/description.ts'
import { readPackages } from './components.ts'
import { pluginsOf } from './plugins.ts'
import { requestsOf, rulesOf } from './requests.ts'
import { textsOf } from './texts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Descriptions of the routes in the resource tree, in order of registration. */
    descriptions: Description[]
    /** Description of this service. Use it in handlers only: its first use reads packages and all registered routes. */
    readonly introspection: Introspection
  }
}

/** The description of a running service. */
export type Introspection = ReturnType<typeof introspect>

/**
 * Describes a service.
 * @param contexts the root Fastify instance and all encapsulated instances
 */
const introspect = (contexts: readonly FastifyInstance[], descriptions: readonly Description[]) => {
  const { own, components } = readPackages()
  return {
    components,
    plugins: pluginsOf(contexts, own, components),
    ...requestsOf(descriptions, own.Id),
    /** Access rules. The first one that matches a request applies. */
    rules: rulesOf(descriptions),
    ...textsOf(descriptions, own.Id)
  }
}

const introspection = async (app: FastifyInstance) => {
  const contexts = [app]
  let description: Introspection | undefined
  app.decorate('descriptions', [])
  app.addHook('onRegister', (context) => {
    contexts.push(context)
  })
  app.decorate('introspection', {
    getter() {
      description ??= introspect(contexts, app.descriptions)
      return description
    }
  })
}

export default fp(introspection, { name: 'introspection' })
