/** Health checks for orchestrators and proxies: whether the process runs, and whether it can serve requests. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'

const health = async (app: FastifyInstance) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })

  app.get('/health/live', async () => ({ status: 'alive' }))
  app.get('/health/ready', async (_request, reply) => {
    if (closing) return reply.code(503).send({ status: 'closing' })
    if (await app.freshness.isReady()) return { status: 'ready' }
    return reply.code(503).header('retry-after', '2').send({ status: 'database away' })
  })
}

export default fp(health, { name: 'health', dependencies: ['database'] })
