/**
 * The yardstick: a Fastify server that does nothing but send, for each path, the bytes and headers that the service
 * sends. `bare.ts <origin of the service> <path> …`
 */
import Fastify from 'fastify'
import { ask } from './answers.ts'

/** Of these node:http takes care in every server. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'content-length'])

const [origin, ...paths] = process.argv.slice(2)
if (origin === undefined) throw new Error('Say whose answers shall be sent.')

const app = Fastify({ keepAliveTimeout: 65_000 })
for (const path of paths) {
  const { headers, body } = await ask(origin + path)
  const sent = Object.fromEntries(headers.filter(([name]) => !OWN.has(name.toLowerCase())))
  app.get(path.replace(/\?.*/, ''), (_request, reply) => { reply.headers(sent).send(body) })
}
process.stdout.write(`bare: ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
