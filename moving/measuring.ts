/** Reads numbers of metrics from the database. */
import type { FastifyInstance } from 'fastify'
import { isTemporary } from '../plugins/faults/temporary.ts'

/**
 * Returns a function that reads numbers from the database in its turn, and returns undefined if the database does not
 * answer: a scrape must not fail then, because other metrics say that it is away.
 */
export const measuring =
  ({ freshness }: FastifyInstance) =>
  async <Numbers>(measure: () => PromiseLike<Numbers>): Promise<Numbers | undefined> => {
    try {
      return await freshness.attempt(async () => measure())
    } catch (error) {
      if (isTemporary(error)) return undefined
      throw error
    }
  }
