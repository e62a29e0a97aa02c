/**
 * Describes the running service: its packages, its plugins, its addresses with who may use them, and its texts.
 * Register this plugin first: it notes every route and plugin after it, and describes them on the first request.
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
    /** The routes of the resource tree, in the order they were registered in. */
    descriptions: Description[]
    /** Describes this service. Use it in handlers only: the first use reads packages and schemas. */
    readonly introspection: Introspection
  }
}

/** What a running service is made of. */
export type Introspection = ReturnType<typeof introspect>

/** @param contexts the service's instance and every context below it */
const introspect = (contexts: readonly FastifyInstance[], descriptions: readonly Description[]) => {
  const { root, own, components } = readPackages()
  return {
    components,
    plugins: pluginsOf(contexts, own, components),
    ...requestsOf(descriptions, own.Id),
    /** Access rules, of which the first that fits counts. */
    rules: rulesOf(descriptions),
    ...textsOf(descriptions, root, own.Id)
  }
}

const introspection = async (app: FastifyInstance) => {
  const contexts = [app]
  let described: Introspection | undefined
  app.decorate('descriptions', [])
  app.addHook('onRegister', (context) => {
    contexts.push(context)
  })
  app.decorate('introspection', {
    getter() {
      described ??= introspect(contexts, app.descriptions)
      return described
    }
  })
}

export default fp(introspection, { name: 'introspection', fastify: '5.x' })
