/**
 * Keeps caches fresh: an entry is served as long as the change feed reports no change under its tags. Also limits how
 * long and how many tasks use the database.
 */
import { httpErrors } from '@fastify/sensible'
import { LRUCache } from 'lru-cache'
import type { Feed } from '../../db/change-feed.ts'
import type { Tag } from '../../db/changes.ts'
import { DEADLINE, MAX_AGE, READY_WAIT, READ_WAIT, WRITE_WAIT, waitAtMost, withTimeout } from '../../db/time-limits.ts'
import { gate, inTime, type Gate, type Load, type Task } from './gate.ts'
import { tagVersions, type Version, type Versions } from './versions.ts'

export interface Cache<Value> {
  /** Returns the cached value, or reads it. Concurrent calls with the same key share one read. */
  readonly fresh: (key: string, tags: readonly Tag[], read: Task<Value>) => Promise<Value>
  /** Returns the cached value if it may be served right now. */
  readonly peek: (key: string) => Value | undefined
  /** Returns the estimated size of the cached values. */
  readonly bytes: () => number
}

/** Each kind of task has its own gate and its own connections. */
type TaskKind = 'read' | 'write'

export type Freshness = Omit<ReturnType<typeof freshness>, 'close'>

interface Entry<Value> {
  readonly value: Value
  /** The version when the read began. */
  readonly asOf: Version
  readonly tags: readonly Tag[]
}

/** Estimated bytes that a cache entry takes in memory besides its value. */
const OVERHEAD = 1024

const unavailable = httpErrors.serviceUnavailable.bind(httpErrors)
const unreachable = () => unavailable('The database cannot be reached; try again shortly')

interface FreshnessOptions {
  /** Maximum number of concurrent tasks that read from the database. */
  readonly maxReads: number
  /** Maximum number of concurrent tasks that write to the database. */
  readonly maxWrites: number
  /** Seconds for which cached values may be served while the database does not respond. */
  readonly staleIfError: number
  /** Returns the function that is called with the milliseconds that a task of a kind has waited at its gate. */
  readonly waited: (kind: TaskKind) => ((milliseconds: number) => void) | undefined
}

/**
 * Connects the change feed with the caches that it invalidates.
 * @param feed starts the change feed, which calls `raise` with the tags of changes
 */
export const freshness = (
  feed: (raise: Versions['raise']) => Feed,
  { maxReads, maxWrites, staleIfError, waited }: FreshnessOptions
) => {
  const versions = tagVersions()
  const { completeAt, hasReported, isUnreachable, nextPoll, close } = feed(versions.raise)
  // The last time when a write of this process was possibly not reported yet.
  let doubtfulAt = -Infinity
  const sinceComplete = () => performance.now() - completeAt()
  const isCurrent = () => completeAt() > doubtfulAt && sinceComplete() < MAX_AGE
  const mayServe = () => isCurrent() || (isUnreachable() && sinceComplete() < staleIfError * 1000)

  /** Returns whether the database responds, after waiting for it up to a second. */
  const isReady = async () => {
    if (!isCurrent()) await waitAtMost(nextPoll(), READY_WAIT)
    return isCurrent()
  }

  const whenReady =
    (runInGate: Gate): Gate =>
    (task, isUrgent) => {
      const run = async () => {
        if (!(await isReady())) throw unreachable()
        return runInGate(task, isUrgent)
      }
      return withTimeout(run(), DEADLINE, () => unavailable('The database did not answer in time; try again shortly'))
    }
  const reads = gate(maxReads, READ_WAIT, waited('read'))
  const writes = gate(maxWrites, WRITE_WAIT, waited('write'))
  /**
   * Runs a task that reads from the database.
   * @throws HttpError 503 if the database does not respond, is overloaded or is too slow
   */
  const attempt = whenReady(reads.run)
  const changeWhenReady = whenReady(writes.run)
  // Strangers, who log in and send comments, take at most half of the slots. Otherwise a single one of them with
  // hundreds of connections would keep the newsroom from writing.
  const changeOfStranger = whenReady(halfOf(writes.run, maxWrites, WRITE_WAIT))
  // Clients choose how many representations are streamed, and each change is read for all of them.
  const attemptOfStream = whenReady(halfOf(reads.run, maxReads, READ_WAIT))
  /**
   * Runs a task that writes. Writes have their own connections, because they wait for each other's locks.
   * @param isStranger whether the task is of somebody who is not logged in
   */
  const change = <T>(task: Task<T>, isStranger = false): Promise<T> =>
    (isStranger ? changeOfStranger : changeWhenReady)(inTime(task))

  /**
   * Resolves when this process has received all changes that were committed before the call.
   * @param snapshot the `pg_snapshot` of a statement, if only the changes that it saw matter. Mostly, they are known
   * @throws HttpError 503 if the database does not respond
   */
  const catchUp = async (snapshot?: string) => {
    if (snapshot !== undefined && hasReported(snapshot)) return
    const calledAt = performance.now()
    await nextPoll()
    if (completeAt() < calledAt) throw unreachable()
  }

  /**
   * Creates a cache.
   * @param maxBytes maximum size of all values; 0 caches nothing
   * @param bytesOf returns the size of a value in bytes
   * @param isStreamed whether its values are for streams: their reads take at most half of the slots
   */
  const cache = <Value extends object>(
    maxBytes: number,
    bytesOf: (value: Value) => number,
    isStreamed = false
  ): Cache<Value> => {
    const run = isStreamed ? attemptOfStream : attempt
    const entries = new LRUCache<string, Entry<Value>>({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: ({ value }, key) => bytesOf(value) + key.length * 2 + OVERHEAD
    })
    // Reads that have not finished, with the version when they began.
    const pendingReads = new Map<string, { readonly asOf: Version; readonly value: Promise<Value> }>()

    const peek = (key: string): Value | undefined => {
      const entry = entries.get(key)
      return entry !== undefined && versions.areUnchanged(entry.tags, entry.asOf) && mayServe()
        ? entry.value
        : undefined
    }

    const readOnce = (key: string, tags: readonly Tag[], read: Task<Value>): Promise<Value> => {
      const pending = pendingReads.get(key)
      // A read that began before a change must not be shared with requests that arrive after the change.
      if (pending !== undefined && versions.areUnchanged(tags, pending.asOf)) return pending.value
      const asOf = versions.now()
      const value = run(read).then((result) => {
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

    return {
      fresh: async (key, tags, read) => {
        if (!isUnreachable()) await isReady()
        return peek(key) ?? readOnce(key, tags, read)
      },
      peek,
      bytes: () => entries.calculatedSize
    }
  }

  return {
    cache,
    attempt,
    change,
    catchUp,
    /** Like `catchUp`, after a change by this process. If that fails, cached values count as stale from now on. */
    catchUpAfterWrite: () =>
      catchUp().catch(() => {
        doubtfulAt = performance.now()
      }),
    isReady,
    /** Returns the seconds since cached values were last known to be fresh; 0 while the database responds. */
    age: () => (isUnreachable() && !isCurrent() ? Math.max(1, Math.round(sinceComplete() / 1000)) : 0),
    /** Returns the seconds since the last answer of the change feed. */
    lag: () => sinceComplete() / 1000,
    refusesReads: reads.refuses,
    load: (): Readonly<Record<TaskKind, Load>> => ({ read: reads.load(), write: writes.load() }),
    now: versions.now,
    whenChanged: versions.whenChanged,
    close
  }
}

/** Returns a gate whose tasks take at most half of the slots of another. @param size number of slots of the other */
const halfOf = (whole: Gate, size: number, maxWait: number): Gate => {
  const { run } = gate(Math.ceil(size / 2), maxWait)
  return (task) =>
    run((leaveHalf) =>
      whole((leave) =>
        task(() => {
          leave()
          leaveHalf()
        })
      )
    )
}
