/** Logs the first of several failures in a row: while the database is away, some work would fail twice a second. */
import type { FastifyBaseLogger } from 'fastify'
import { messageOf } from '../schemas/language/errors.ts'

/** Returns functions to call after each attempt at some work. Their `key` names the work. */
export const failureLog = (log: FastifyBaseLogger) => {
  const failing = new Set<string>()
  return {
    /** Logs a failure as a warning, unless the attempt before has failed, too. */
    failed: (key: string, error: unknown, text: string) => {
      if (!failing.has(key)) log.warn({ reason: messageOf(error) }, text)
      failing.add(key)
    },
    worked: (key: string) => failing.delete(key)
  }
}
