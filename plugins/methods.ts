/** Answers OPTIONS everywhere, and any method an address does not take with 405 and what it does take. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Completes every address registered so far; call it last. */
    completeMethods: () => void
  }
}

const EVERY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const

const methods = async (app: FastifyInstance) => {
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ path, method }) => {
    const known = taken.get(path) ?? new Set()
    taken.set(path, known)
    for (const name of [method].flat()) known.add(name)
  })

  app.decorate('completeMethods', () => {
    const addresses = [...taken].map(([path, known]) => ({ path: path.slice(app.prefix.length), known: [...known] }))
    for (const { path, known } of addresses) {
      const allow = [...known, 'OPTIONS'].join(', ')
      app.route({
        method: EVERY_METHOD.filter((name) => !known.includes(name)),
        url: path,
        config: { refused: true },
        // Before the body is read: a method that is not taken is refused whatever it carries.
        onRequest: async (_request, reply: FastifyReply) => {
          reply.header('allow', allow)
          throw app.httpErrors.createError(405, `This address takes ${allow}`, { headers: { allow } })
        },
        handler: () => { throw app.httpErrors.methodNotAllowed() }
      })
      app.options(path, { config: { refused: true } }, async (_request, reply) => reply.code(204).header('allow', allow).send())
    }
  })
}

export default fp(methods, { name: 'methods', dependencies: ['@fastify/sensible'], fastify: '5.x' })
