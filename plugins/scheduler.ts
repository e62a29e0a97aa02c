/**
 * Publishes scheduled drafts when the change feed reports that one is due. Every process does so: the database decides
 * which of them publishes a draft, by its own clock.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { schedule } from '../db/posts/schedule.ts'
import { failureLog } from './failing.ts'

const scheduler = async (app: FastifyInstance) => {
  const { publishNext } = schedule(app.writes)
  let publishing: Promise<void> | undefined
  const { failed, worked } = failureLog(app.log)

  const publish = async (waits: boolean) => {
    for (let post = await publishNext(waits); post !== undefined; post = await publishNext(waits)) {
      app.log.info({ post }, 'a scheduled draft is published')
    }
  }

  /** Publishes until no draft is due, or until the time of a write is over. The feed then reports the others again. */
  const publishAll = async () => {
    try {
      await app.freshness.change(async () => {
        // First those of all other blogs: one may be locked for long.
        await publish(false)
        await publish(true)
      })
      worked('drafts')
    } catch (error) {
      failed('drafts', error, 'a scheduled draft has to wait')
    }
    publishing = undefined
  }
  app.whenDue(() => {
    publishing ??= publishAll()
  })
  app.addHook('preClose', async () => publishing)
}

export default fp(scheduler, { name: 'scheduler', dependencies: ['database'] })
