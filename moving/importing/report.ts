/** Counts the posts and pictures that an import has stored, and its losses. */
import { detached } from '../detached.ts'
import type { Loss } from '../foreign.ts'
import type { Outcome } from './store.ts'

/** The result of an import, with the property names of the service. */
export interface ImportReport {
  /** The blogs of the source that have posts; one without posts if it has no others. */
  readonly Blogs: readonly BlogReport[]
  readonly Losses: readonly LossCount[]
  /** Whether posts of the source could not be read, because it was cut off, or a page of it could not be read. */
  readonly IsIncomplete: boolean
  /** Whether the import ended before the end of the source. */
  readonly IsStopped: boolean
  /** Why it ended by itself: a sentence without a full stop. */
  readonly Reason?: string
}

/** Outcome for the posts of a blog. */
export interface BlogReport {
  /** Id of the blog; absent if a dry run would make a new one. */
  readonly Blog?: number
  readonly Title: string
  readonly IsNew: boolean
  readonly Added: number
  readonly Changed: number
  readonly Unchanged: number
}

/** A kind of loss, with its count and a sentence about the first one. */
export interface LossCount {
  readonly What: string
  readonly Count: number
  readonly Example: string
}

/** Counts losses by kind. @param onLoss is told each loss */
export const lossCounter = (onLoss: (loss: Loss) => void) => {
  const counts = new Map<string, LossCount>()
  return {
    count(losses: readonly Loss[]) {
      for (const loss of losses) {
        const { Count, Example } = counts.get(loss.what) ?? { Count: 0, Example: loss.why }
        counts.set(loss.what, { What: loss.what, Count: Count + 1, Example: Count === 0 ? detached(Example) : Example })
        onLoss(loss)
      }
    },
    /** Returns the kinds of losses, the most frequent first. */
    result: () => [...counts.values()].sort((a, b) => b.Count - a.Count || a.What.localeCompare(b.What))
  }
}

/** Returns the report of a blog with the outcome of a further batch. */
export const withOutcome = (report: BlogReport, { added, changed, unchanged }: Outcome): BlogReport => ({
  ...report,
  Added: report.Added + added,
  Changed: report.Changed + changed,
  Unchanged: report.Unchanged + unchanged
})
