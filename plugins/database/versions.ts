/** Versions of tags: numbers that grow when something under a tag has changed. */
import type { Tag } from '../../db/changes.ts'

/** A point in the order of changes that this process has heard of. */
export type Version = number

export interface Versions {
  /** The version of everything until now. */
  now: () => Version
  /** Raises the versions of tags, and calls who waits for them. */
  raise: (tags: ReadonlySet<Tag>) => void
  /** Whether nothing under the tags has changed since a version. */
  hold: (tags: readonly Tag[], since: Version) => boolean
  /**
   * Calls back once when something under the tags changes, at once when it has since the version.
   * @returns how to stop waiting
   */
  whenChanged: (tags: readonly Tag[], since: Version, call: () => void) => () => void
}

/** More tags than this are not told apart. */
const MAX_TAGS = 100_000

export const tagVersions = (): Versions => {
  let clock: Version = 0
  let everythingAt: Version = 0
  const changedAt = new Map<Tag, Version>()
  const waiting = new Map<Tag, Set<() => void>>()

  const hold: Versions['hold'] = (tags, since) =>
    everythingAt <= since && tags.every((tag) => (changedAt.get(tag) ?? 0) <= since)

  return {
    now: () => clock,
    hold,
    raise: (tags) => {
      clock += 1
      for (const tag of tags) changedAt.set(tag, clock)
      if (tags.has('everything') || changedAt.size > MAX_TAGS) {
        everythingAt = clock
        changedAt.clear()
      }
      const raised = everythingAt === clock ? [...waiting.keys()] : [...tags]
      for (const call of raised.flatMap((tag) => [...(waiting.get(tag) ?? [])])) call()
    },
    whenChanged: (tags, since, call) => {
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
      if (!hold(tags, since)) {
        call()
        return () => {}
      }
      for (const tag of tags) waiting.set(tag, (waiting.get(tag) ?? new Set()).add(once))
      return stop
    }
  }
}
