/**
 * Publishes scheduled drafts when the change feed reports that one is due. Every process does so: the database decides
 * which of them publishes a draft, by its own clock.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { schedule } from '../db/posts/schedule.ts'

const scheduler = async (app: FastifyInstance) => {
  const { publishNext } = schedule(app.writes)
  let publishing: Promise<void> | undefined
  let isWaiting = false

  /** Publishes until no draft is due, or until the time of a write is over. The feed then reports the others again. */
  const publishAll = async () => {
    try {
      await app.freshness.change(async () => {
        for (let post = await publishNext(); post !== undefined; post = await publishNext()) {
          app.log.info({ post }, 'a scheduled draft is published')
        }
      })
      isWaiting = false
    } catch (error) {
      // The feed reports the draft twice a second: the log says once that it waits.
      if (!isWaiting) app.log.warn({ reason: error instanceof Error ? error.message : String(error) }, WAITS)
      isWaiting = true
    }
    publishing = undefined
  }
  app.whenDue(() => {
    publishing ??= publishAll()
  })
  app.addHook('preClose', async () => publishing)
}

const WAITS = 'a scheduled draft has to wait'

export default fp(scheduler, { name: 'scheduler', dependencies: ['database'] })
