/** Read-through caches. An entry is served as long as the change feed reports no change under its tags. */
import { LRUCache } from 'lru-cache'
import type { Tag } from '../../db/changes.ts'
import type { Gate } from './gate.ts'
import type { Version, Versions } from './versions.ts'

export interface Cache<Value> {
  /** Returns the cached value, or reads it. Concurrent calls with the same key share one read. */
  readonly fresh: (key: string, tags: readonly Tag[], read: () => Promise<Value>) => Promise<Value>
  /** Returns the cached value if it may be served right now. */
  readonly peek: (key: string) => Value | undefined
  /** Returns the estimated size of the cached values. */
  readonly bytes: () => number
}

/**
 * Creates a cache.
 * @param maxBytes maximum size of all values; 0 caches nothing
 * @param bytesOf returns the size of a value in bytes
 */
export type MakeCache = <Value extends object>(maxBytes: number, bytesOf: (value: Value) => number) => Cache<Value>

/** Estimated bytes that a cache entry takes in memory besides its value. */
const OVERHEAD = 1024

interface Entry<Value> {
  readonly value: Value
  /** The version when the read began. */
  readonly asOf: Version
  readonly tags: readonly Tag[]
}

/** A read that has not finished. */
interface PendingRead<Value> {
  /** The version when the read began. */
  readonly asOf: Version
  readonly value: Promise<Value>
}

interface CachesOptions {
  readonly versions: Versions
  /** Runs a read. */
  readonly attempt: Gate
  /** Waits until it is known whether cached values are fresh; not if the database does not respond. */
  readonly settle: () => Promise<void>
  /** Returns whether cached values may be served, if nothing has changed under their tags. */
  readonly mayServe: () => boolean
}

/** Returns a function that creates caches. Changes invalidate their entries. */
export const caches =
  ({ versions, attempt, settle, mayServe }: CachesOptions): MakeCache =>
  <Value extends object>(maxBytes: number, bytesOf: (value: Value) => number) => {
    const entries = new LRUCache<string, Entry<Value>>({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: ({ value }, key) => bytesOf(value) + key.length * 2 + OVERHEAD
    })
    const pendingReads = new Map<string, PendingRead<Value>>()

    const peek = (key: string): Value | undefined => {
      const entry = entries.get(key)
      return entry !== undefined && versions.areUnchanged(entry.tags, entry.asOf) && mayServe()
        ? entry.value
        : undefined
    }

    const readOnce = (key: string, tags: readonly Tag[], read: () => Promise<Value>): Promise<Value> => {
      const pending = pendingReads.get(key)
      // A read that began before a change must not be shared with requests that arrive after the change.
      if (pending !== undefined && versions.areUnchanged(tags, pending.asOf)) return pending.value
      const asOf = versions.now()
      const value = attempt(read).then((result) => {
        if (versions.areUnchanged(tags, asOf)) entries.set(key, { value: result, asOf, tags })
        return result
      })
      const thisRead = { asOf, value }
      pendingReads.set(key, thisRead)
      const forget = () => {
        if (pendingReads.get(key) === thisRead) pendingReads.delete(key)
      }
      value.then(forget, forget)
      return value
    }

    const fresh: Cache<Value>['fresh'] = async (key, tags, read) => {
      await settle()
      return peek(key) ?? readOnce(key, tags, read)
    }

    return { fresh, peek, bytes: () => entries.calculatedSize }
  }
