/** Gives every route the database, and closes it with the service. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../db/client.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The pool of connections to PostgreSQL. */
    sql: Pool
  }
}

/** Queries still running at the end get this many seconds. */
const END_TIMEOUT = 5

const database = async (app: FastifyInstance, { sql }: { sql: Pool }) => {
  app.decorate('sql', sql)
  app.addHook('onClose', () => sql.end({ timeout: END_TIMEOUT }))
}

export default fp(database, { name: 'database', fastify: '5.x' })
