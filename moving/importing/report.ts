/** Counts what an import has stored, and what it has lost. */
import type { Loss } from '../foreign.ts'
import type { Outcome } from './store.ts'

/** The result of an import, with the property names of the service. */
export interface ImportReport {
  /** Id of the blog; absent if a dry run would make a new one. */
  readonly Blog?: number
  readonly Title: string
  readonly IsNew: boolean
  readonly Added: number
  readonly Changed: number
  readonly Unchanged: number
  readonly Losses: readonly LossCount[]
  /** Whether the import was stopped before the end of the source. */
  readonly IsStopped: boolean
}

/** A kind of loss: how often it occurred, and what became of the first one. */
export interface LossCount {
  readonly What: string
  readonly Count: number
  readonly Example: string
}

/** Counts outcomes and losses. @param onLoss is told each loss */
export const counter = (onLoss: (loss: Loss) => void) => {
  const counts = { Added: 0, Changed: 0, Unchanged: 0 }
  const losses = new Map<string, LossCount>()
  const lose = (loss: Loss) => {
    const { Count, Example } = losses.get(loss.what) ?? { Count: 0, Example: loss.why }
    losses.set(loss.what, { What: loss.what, Count: Count + 1, Example })
    onLoss(loss)
  }
  return {
    lose,
    count(outcome: Outcome) {
      counts.Added += outcome.added
      counts.Changed += outcome.changed
      counts.Unchanged += outcome.unchanged
      outcome.losses.forEach(lose)
    },
    /** Number of posts that were read. */
    posts: () => counts.Added + counts.Changed + counts.Unchanged,
    result: () => ({ ...counts, Losses: [...losses.values()].sort((a, b) => b.Count - a.Count) })
  }
}
