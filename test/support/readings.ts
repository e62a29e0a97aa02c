/** Records the database statements of a service. */
import type { Watch } from '../../db/client.ts'
import { until } from './until.ts'

export interface Readings {
  /** Dependency for `build`: records each statement. */
  watch: Watch
  /** Statements of requests so far. */
  statements: string[]
  /** Repeats a request until it needs no statement, because its response is cached. */
  untilCached: (request: () => Promise<unknown>) => Promise<void>
}

/**
 * Returns whether a statement serves a request. The sweeps of stored files and of the audit trail send their own at
 * some time after the service has started, later on a busy machine.
 */
export const servesRequest = (statement: string): boolean =>
  !statement.includes('from installation') && !statement.includes('delete from audit_entries')

export const readings = (): Readings => {
  const statements: string[] = []
  return {
    watch: (statement) => {
      if (servesRequest(statement)) statements.push(statement)
    },
    statements,
    untilCached: async (request) => {
      const statementsOfRequest = async () => {
        const before = statements.length
        await request()
        return statements.length - before
      }
      await until(statementsOfRequest, (count) => count === 0)
    }
  }
}
