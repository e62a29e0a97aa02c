/** Serves the files that are part of the service. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'

/** The picture of everyone who has none. Its size stands in the meta data that migration 005 makes. */
const PERSON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<title>Person</title>
<rect width="64" height="64" fill="#dde3ea"/>
<circle cx="32" cy="24" r="12" fill="#7a8899"/>
<path d="M8 64a24 22 0 0 1 48 0z" fill="#7a8899"/>
</svg>
`

const content = async (app: FastifyInstance) => {
  app.get('/content/person.svg', async (_request, reply) => reply
    .type('image/svg+xml; charset=utf-8')
    .header('cache-control', 'public, max-age=86400')
    .send(PERSON))
}

export default fp(content, { name: 'content', fastify: '5.x' })
