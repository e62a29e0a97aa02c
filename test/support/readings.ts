/** Records the database statements of a service. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Watch } from '../../db/client.ts'

export interface Readings {
  /** Dependency for `build`: records each statement. */
  watch: Watch
  /** Statements so far, without those of new connections, of transactions, and of the change feed. */
  statements: () => readonly string[]
  /** Repeats a request until it needs no statement, because its response is cached. @throws Error after 5 seconds */
  untilCached: (request: () => Promise<unknown>) => Promise<void>
}

/** Maximum time until a response is cached, in milliseconds. */
const MAX_WAIT = 5_000

export const readings = (): Readings => {
  const statements: string[] = []
  return {
    watch: (statement) => {
      if (!/pg_catalog|\bchanges\b|^(begin|commit|listen)/i.test(statement.trim())) statements.push(statement)
    },
    statements: () => statements,
    untilCached: async (request) => {
      for (const startedAt = performance.now(); performance.now() - startedAt < MAX_WAIT; await sleep(10)) {
        const count = statements.length
        await request()
        if (statements.length === count) return
      }
      throw new Error('the response is not cached')
    }
  }
}
