/**
 * Explains each kind of problem, at the address in the property `type` of problem documents (RFC 9457, section
 * 3.1.1).
 */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { problemKinds } from '../schemas/problem.ts'

const problems = async (app: FastifyInstance) => {
  for (const [name, { status, title, explanation }] of Object.entries(problemKinds)) {
    app.get(`/problems/${name}`, { schema: { summary: `Explain ${name}` } }, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(`${title} (HTTP ${status})\n\n${explanation}\n`)
    )
  }
}

export default fp(problems, { name: 'problems' })
