/** Health checks for orchestrators and proxies: whether the process runs, and whether it can serve requests. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'

const health = async (app: FastifyInstance) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })

  const liveSchema = { summary: 'Respond as long as the process runs' }
  app.get('/health/live', { schema: liveSchema }, async () => ({ status: 'alive' }))
  const readySchema = { summary: 'Report whether the service is ready for requests' }
  app.get('/health/ready', { schema: readySchema }, async (_request, reply) => {
    if (closing) return reply.code(503).send({ status: 'closing' })
    if (await app.freshness.isReady()) return { status: 'ready' }
    return reply.code(503).header('retry-after', '2').send({ status: 'database away' })
  })
}

export default fp(health, { name: 'health', dependencies: ['database'] })
