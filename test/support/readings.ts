/** Records the database statements of a service. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Watch } from '../../db/client.ts'

export interface Readings {
  /** Dependency for `build`: records each statement. */
  watch: Watch
  /** Statements of requests so far. */
  statements: () => readonly string[]
  /** Repeats a request until it needs no statement, because its response is cached. @throws Error after 5 seconds */
  untilCached: (request: () => Promise<unknown>) => Promise<void>
}

/** Maximum time until a response is cached, in milliseconds. */
const MAX_WAIT = 5_000

/**
 * Returns whether a statement serves a request. The sweep of stored files sends its own at some time after the service
 * has started, later on a busy machine.
 */
export const servesRequest = (statement: string): boolean => !statement.includes('from installation')

export const readings = (): Readings => {
  const statements: string[] = []
  return {
    watch: (statement) => {
      if (servesRequest(statement)) statements.push(statement)
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
