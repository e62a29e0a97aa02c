/** Versions of tags: numbers that grow when data under a tag changes. */
import type { Tag } from '../../db/changes.ts'

/** A point in the sequence of changes that this process has received from the change feed. */
export type Version = number

/** Bounds the map of tags. Beyond it, the map is cleared and all cache entries become stale. */
const MAX_TAGS = 100_000

export type Versions = ReturnType<typeof tagVersions>

export const tagVersions = () => {
  let clock: Version = 0
  let everythingAt: Version = 0
  const changedAt = new Map<Tag, Version>()
  const waiting = new Map<Tag, Set<() => void>>()

  /** Returns whether no data under the tags has changed since a version. */
  const areUnchanged = (tags: readonly Tag[], since: Version): boolean =>
    everythingAt <= since && tags.every((tag) => (changedAt.get(tag) ?? 0) <= since)

  return {
    /** Returns the version after the newest change of any tag. */
    now: () => clock,
    areUnchanged,
    /** Raises the versions of tags, and calls the callbacks that wait for them. */
    raise: (tags: ReadonlySet<Tag>) => {
      clock += 1
      for (const tag of tags) changedAt.set(tag, clock)
      if (tags.has('everything') || changedAt.size > MAX_TAGS) {
        everythingAt = clock
        changedAt.clear()
      }
      const raisedTags = everythingAt === clock ? [...waiting.keys()] : [...tags]
      // A caller that waits for several of the tags is called once.
      const calls = new Set(raisedTags.flatMap((tag) => [...(waiting.get(tag) ?? [])]))
      for (const call of calls) call()
    },
    /**
     * Calls back once, at the next change under the tags; at once if there was a change since the version.
     * @returns a function that cancels the callback
     */
    whenChanged: (tags: readonly Tag[], since: Version, call: () => void): (() => void) => {
      const stop = () => {
        for (const tag of tags) {
          const calls = waiting.get(tag)
          calls?.delete(once)
          if (calls?.size === 0) waiting.delete(tag)
        }
      }
      const once = () => {
        stop()
        call()
      }
      if (!areUnchanged(tags, since)) {
        call()
        return () => {}
      }
      for (const tag of tags) waiting.set(tag, (waiting.get(tag) ?? new Set()).add(once))
      return stop
    }
  }
}
