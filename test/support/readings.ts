/** Counts what answers cost the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Watch } from '../../db/client.ts'

export interface Readings {
  /** To be handed to `build`. */
  watch: Watch
  /** Statements so far that read or write documents: neither a new connection's nor those that ask what has changed. */
  statements: () => readonly string[]
  /** Repeats some asking until it costs nothing, which means that its answer is cached. @throws Error if it never does */
  untilCached: (ask: () => Promise<unknown>) => Promise<void>
}

/** No answer takes longer than this, in milliseconds, to be cached. */
const PATIENCE = 5_000

export const readings = (): Readings => {
  const seen: string[] = []
  return {
    watch: (statement) => {
      if (!/pg_catalog|\bchanges\b|^(begin|commit|listen)/i.test(statement.trim())) seen.push(statement)
    },
    statements: () => seen,
    untilCached: async (ask) => {
      for (const begun = performance.now(); performance.now() - begun < PATIENCE; await sleep(10)) {
        const before = seen.length
        await ask()
        if (seen.length === before) return
      }
      throw new Error('the answer is never cached')
    }
  }
}
