/** Answers OPTIONS at every address of the tree, and any method an address does not take with 405. Register it last. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route only refuses or lists methods. */
    refused?: boolean
  }
}

const EVERY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS'] as const

const methods = async (app: FastifyInstance) => {
  const taken = new Map<string, Set<string>>()
  for (const { path, method } of app.descriptions) taken.set(path, (taken.get(path) ?? new Set()).add(method))
  for (const [path, names] of taken) {
    const allow = EVERY_METHOD.filter((name) => names.has(name) || name === 'OPTIONS').join(', ')
    app.route({
      method: EVERY_METHOD.filter((name) => !names.has(name)),
      url: path.slice(app.prefix.length),
      config: { refused: true },
      // Before the body is read: a method that is not taken is refused whatever it carries.
      onRequest: async ({ method }, reply) => {
        reply.header('allow', allow)
        if (method === 'OPTIONS') return
        throw app.httpErrors.createError(405, `This address takes ${allow}`, { headers: { allow } })
      },
      handler: async (_request, reply) => reply.code(204).send()
    })
  }
}

export default fp(methods, { name: 'methods', dependencies: ['@fastify/sensible', 'resource-tree'], fastify: '5.x' })
