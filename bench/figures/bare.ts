/**
 * A bare Fastify server. It requests each URL from the service once, and then sends the same bytes and headers itself.
 * Usage: bare.ts URL-OF-THE-SERVICE…
 */
import Fastify from 'fastify'
import { ask, copiedHeaders } from '../load/requests.ts'

const app = Fastify({ keepAliveTimeout: 65_000 })
for (const url of process.argv.slice(2)) {
  const answer = await ask(url)
  const headers = copiedHeaders(answer)
  const { pathname } = new URL(url)
  app.get(pathname, (_request, reply) => {
    reply.headers(headers).send(answer.body)
  })
  app.get(`/not-modified${pathname}`, (_request, reply) => {
    reply.code(304).headers(headers).send()
  })
}
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
