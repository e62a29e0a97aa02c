/** Answers OPTIONS at every address of the tree, and any method an address does not take with 405. Register it last. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route only refuses or lists methods. */
    refused?: boolean
  }
}

const EVERY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const

const methods = async (app: FastifyInstance) => {
  const taken = new Map<string, Set<string>>()
  for (const { path, method } of app.descriptions) taken.set(path, (taken.get(path) ?? new Set()).add(method))
  for (const [path, names] of taken) {
    const allow = [...names, 'OPTIONS'].join(', ')
    const url = path.slice(app.prefix.length)
    app.route({
      method: EVERY_METHOD.filter((name) => !names.has(name)),
      url,
      config: { refused: true },
      // Before the body is read: a method that is not taken is refused whatever it carries.
      onRequest: async (_request, reply: FastifyReply) => {
        reply.header('allow', allow)
        throw app.httpErrors.createError(405, `This address takes ${allow}`, { headers: { allow } })
      },
      handler: () => { throw app.httpErrors.methodNotAllowed() }
    })
    app.options(url, { config: { refused: true } }, async (_request, reply) => reply.code(204).header('allow', allow).send())
  }
}

export default fp(methods, { name: 'methods', dependencies: ['@fastify/sensible', 'resource-tree'], fastify: '5.x' })
