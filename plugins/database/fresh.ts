/** Keeps caches fresh: connects them with the change feed, and limits how long and how many tasks use the database. */
import { httpErrors } from '@fastify/sensible'
import type { Feed, Tag } from '../../db/changes.ts'
import { DEADLINE, MAX_AGE, READY_WAIT, READ_WAIT, WRITE_WAIT, waitAtMost, withTimeout } from '../../db/time-limits.ts'
import { caches, type MakeCache } from './caches.ts'
import { gate, type Gate, type Load } from './gate.ts'
import { startInTime } from './in-time.ts'
import { tagVersions, type Versions } from './versions.ts'

/** Each kind of task has its own gate and its own connections. */
export type TaskKind = 'read' | 'write'

export interface Freshness extends Pick<Versions, 'now' | 'whenChanged'> {
  cache: MakeCache
  /**
   * Runs a task that reads from the database.
   * @throws HttpError 503 if the database does not respond, is overloaded or is too slow
   */
  attempt: Gate
  /**
   * Runs a task that writes to the database. Writes have their own connections, because they wait for each
   * other's locks.
   * @throws HttpError 503 if the database does not respond, is overloaded or is too slow
   */
  change: Gate
  /**
   * Resolves when this process has received all changes that were committed before the call.
   * @throws HttpError 503 if the database does not respond
   */
  catchUp: () => Promise<void>
  /** Like `catchUp`, after a change by this process. If the database does not respond, invalidates all entries. */
  catchUpAfterWrite: () => Promise<void>
  /** Returns whether the database responds, after waiting for it up to a second. */
  isReady: () => Promise<boolean>
  /** Returns the seconds since cached values were last known to be fresh; 0 while the database responds. */
  age: () => number
  /** Returns the seconds since the last answer of the change feed. */
  lag: () => number
  /** Returns whether a new read is refused, because others have waited for too long; if so, counts as a refusal. */
  refusesReads: () => boolean
  /** Returns the load of the gates. */
  load: () => Readonly<Record<TaskKind, Load>>
}

const unavailable = httpErrors.serviceUnavailable.bind(httpErrors)
const unreachable = () => unavailable('The database cannot be reached; try again shortly')

interface FreshnessOptions {
  /** Maximum number of concurrent tasks that read from the database. */
  readonly maxReads: number
  /** Maximum number of concurrent tasks that write to the database. */
  readonly maxWrites: number
  /** Seconds for which cached values may be served while the database does not respond. */
  readonly staleIfError: number
  /** Called with the milliseconds that a task has waited at its gate. */
  readonly waited: (kind: TaskKind, milliseconds: number) => void
}

/**
 * Connects the change feed with the caches that it invalidates.
 * @param feed starts the change feed, which calls `raise` with the tags of changes
 */
export const freshness = (
  feed: (raise: Versions['raise']) => Feed,
  { maxReads, maxWrites, staleIfError, waited }: FreshnessOptions
): Freshness & { close: () => Promise<void> } => {
  const versions = tagVersions()
  const { completeAt, isUnreachable, nextPoll, close } = feed(versions.raise)
  const sinceComplete = () => performance.now() - completeAt()
  const isCurrent = () => sinceComplete() < MAX_AGE
  const mayServe = () => isCurrent() || (isUnreachable() && sinceComplete() < staleIfError * 1000)

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
  const reads = gate(maxReads, READ_WAIT, (milliseconds) => waited('read', milliseconds))
  const writes = gate(maxWrites, WRITE_WAIT, (milliseconds) => waited('write', milliseconds))
  const attempt = whenReady(reads.run)
  const changeWhenReady = whenReady(writes.run)
  const change: Gate = (task, isUrgent) => startInTime(() => changeWhenReady(task, isUrgent))
  const settle = async () => {
    if (!isUnreachable()) await isReady()
  }
  const cache = caches({ versions, attempt, settle, mayServe })

  const catchUp = async () => {
    const calledAt = performance.now()
    await nextPoll()
    if (completeAt() < calledAt) throw unreachable()
  }
  const catchUpAfterWrite = () => catchUp().catch(() => versions.raise(new Set<Tag>(['everything'])))

  return {
    cache,
    attempt,
    change,
    catchUp,
    catchUpAfterWrite,
    isReady,
    age: () => (isUnreachable() && !isCurrent() ? Math.round(sinceComplete() / 1000) : 0),
    lag: () => sinceComplete() / 1000,
    refusesReads: reads.refuses,
    load: () => ({ read: reads.load(), write: writes.load() }),
    now: versions.now,
    whenChanged: versions.whenChanged,
    close
  }
}
