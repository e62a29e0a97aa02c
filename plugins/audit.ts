/** Removes old entries of the audit trail, in short statements, when the service starts and every hour. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { auditEntries } from '../db/audit-entries.ts'

const HOUR = 60 * 60 * 1000

/** @param days days for which entries are kept */
const audit = async (app: FastifyInstance, { days }: { days: number }) => {
  const { removeOld } = auditEntries(app.sql)
  const closing = new AbortController()

  /** Each step waits for its turn, as a write does, so that writes of people go on in between. */
  const removeAll = async () => {
    try {
      let mayBeMore = true
      while (mayBeMore && !closing.signal.aborted) mayBeMore = await app.freshness.change(() => removeOld(days))
    } catch (error) {
      app.log.warn({ reason: String(error) }, 'old entries of the audit trail could not be removed')
    }
  }
  let removal = Promise.resolve()
  const begin = () => {
    removal = removeAll()
  }
  const timer = setInterval(begin, HOUR).unref()
  app.addHook('onReady', async () => begin())
  app.addHook('preClose', async () => {
    closing.abort()
    clearInterval(timer)
    await removal
  })
}

export default fp(audit, { name: 'audit', dependencies: ['database'] })
