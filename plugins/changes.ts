/** Tells the parts of this process what has changed in the database: what they keep of it may be wrong now. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hearChanges, type Heard } from '../db/changes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What has changed in the database. */
    changes: {
      /** Calls a listener with every change. Whoever writes is answered when what it returns has resolved. */
      hear: (listener: (heard: Heard) => unknown) => void
      /** Whether all that was committed until a moment ago has been heard. */
      isCurrent: () => boolean
      /** Asks the database when it is not. @returns whether it is now */
      catchUp: () => Promise<boolean>
    }
  }
}

/** Longer than this, in milliseconds, and the picture of the database may be too old to answer from. */
const MAX_AGE = 950

const changes = async (app: FastifyInstance) => {
  const listeners: ((heard: Heard) => unknown)[] = []
  const settling = new Set<Promise<unknown>>()
  const tell = (heard: Heard) => {
    const settled = Promise.all(listeners.map((listener) => listener(heard))).finally(() => settling.delete(settled))
    settling.add(settled)
  }
  const hearing = hearChanges(app.sql, tell, (error) => app.log.warn({ err: error }, 'changes cannot be heard'))
  const isCurrent = () => performance.now() - hearing.completeAt() < MAX_AGE
  app.decorate('changes', {
    hear: (listener: (heard: Heard) => unknown) => { listeners.push(listener) },
    isCurrent,
    // A process that is too busy to ask in time asks once for all who wait, instead of reading for each.
    catchUp: async () => {
      if (!isCurrent()) await hearing.catchUp()
      return isCurrent()
    }
  })
  app.addHook('onClose', hearing.close)

  // Whoever writes reads its own write next, so nothing may be kept from before it when it is answered.
  app.addHook('onSend', async (request, reply) => {
    if (isRead(request) || reply.statusCode >= 300) return
    const written = performance.now()
    await hearing.hearAll()
    if (hearing.completeAt() < written) tell('everything')
    await Promise.all(settling)
  })
}

/** Whether a request only reads. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD'

/** The blog that an address names. */
export const blogOf = (params: unknown): number | undefined => {
  const blog: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'blogId') : undefined
  return typeof blog === 'number' ? blog : undefined
}

export default fp(changes, { name: 'changes', dependencies: ['database'], fastify: '5.x' })
