/**
 * The yardstick: a Fastify server that does nothing but send, for each path, the bytes and headers that the service
 * sends. `bare.ts <origin of the service> <request as JSON> …`
 */
import Fastify from 'fastify'
import { ask, type Asked } from './answers.ts'
import { NOT_MODIFIED } from './cases.ts'

/** Of these node:http takes care in every server. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'content-length'])

const [origin, ...requests] = process.argv.slice(2)
if (origin === undefined) throw new Error('Say whose answers shall be sent.')

const app = Fastify({ keepAliveTimeout: 65_000 })
for (const text of requests) {
  const asked: Asked = JSON.parse(text)
  const { headers, body } = await ask(origin, asked)
  const sent = Object.fromEntries(headers.filter(([name]) => !OWN.has(name.toLowerCase())))
  const path = asked.path.replace(/\?.*/, '')
  app.get(path, (_request, reply) => { reply.headers(sent).send(body) })
  app.get(NOT_MODIFIED + path, (_request, reply) => { reply.code(304).headers(sent).send() })
}
process.stdout.write(`bare: ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
