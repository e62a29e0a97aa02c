/** Whether the service lives, and whether it can serve: outside the resource tree, for orchestrators and proxies. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { ping } from '../db/health.ts'

const health = async (app: FastifyInstance) => {
  let closing = false
  app.addHook('preClose', async () => { closing = true })

  app.get('/health/live', async () => ({ status: 'alive' }))
  app.get('/health/ready', async (_request, reply) => {
    if (closing) return reply.code(503).send({ status: 'closing' })
    try {
      await ping(app.sql)
      return { status: 'ready' }
    } catch (error) {
      app.log.warn({ err: error }, 'the database does not answer')
      return reply.code(503).header('retry-after', '2').send({ status: 'database away' })
    }
  })
}

export default fp(health, { name: 'health', dependencies: ['database'], fastify: '5.x' })
