/** Reads through a cache: what is cached is answered as long as nothing that it depends on has changed. */
import { httpErrors } from '@fastify/sensible'
import { LRUCache } from 'lru-cache'
import { inTime, orAfter, type Feed, type Tag } from '../../db/changes.ts'
import { gate, type Gate, type Load } from './gate.ts'
import { tagVersions, type Version, type Versions } from './versions.ts'

/** Milliseconds after which the change feed's last answer is too old to trust what is cached. */
const MAX_AGE = 950

/** Milliseconds for which a request waits for a database that does not answer. */
const MAX_WAIT = 1000

/** Milliseconds that work may take in all: a frozen server never says that it is late. */
const DEADLINE = 1950

/**
 * Milliseconds for which work waits for its turn. With the time that a statement may take, a write stays below its
 * deadline: what is answered 503 must not be stored a moment later.
 */
const READ_WAIT = 1000
const WRITE_WAIT = 900

export interface Cache<Value> {
  /** Reads a value: from the cache, or once for all who ask for it meanwhile. */
  readonly fresh: (key: string, tags: readonly Tag[], read: () => Promise<Value>) => Promise<Value>
  /** The cached value if it may be shown right now. */
  readonly peek: (key: string) => Value | undefined
  /** Estimated size of the cached values. */
  readonly bytes: () => number
}

/** Kinds of work on the database; each has its own turns and connections. */
export type Work = 'read' | 'write'

export interface Freshness extends Pick<Versions, 'now' | 'whenChanged'> {
  /**
   * Makes a cache.
   * @param maxBytes the most bytes that its values may take; 0 caches nothing
   * @param bytesOf a value's size
   */
  cache: <Value extends object>(maxBytes: number, bytesOf: (value: Value) => number) => Cache<Value>
  /** Reads from the database. @throws HttpError 503 when it is away, overloaded or late */
  attempt: Gate
  /** Writes to the database, likewise. Writers wait for each other's locks, so they have connections of their own. */
  change: Gate
  /** Resolves when this process has heard of everything committed before the call. @param seen a change among that */
  catchUp: (seen?: SeenChange) => Promise<void>
  /** The same, unless this process has already heard of a change and of all before it in its blog. */
  catchUpTo: (seen: SeenChange) => Promise<void>
  /** Whether the database answers, as far as is known within a second. */
  isReady: () => Promise<boolean>
  /** Seconds since cached values were last known to be true; 0 while the database answers. */
  age: () => number
  /** Seconds since the change feed's last answer. */
  lag: () => number
  load: () => Readonly<Record<Work, Load>>
}

/** A committed change of a post: the tag of its blog, and its change number, which all earlier changes lie below. */
export interface SeenChange {
  readonly tag: Tag
  readonly number: number
}

/** Blogs whose newest known change number is remembered. */
const MAX_BLOGS = 10_000

/** Bytes a value takes in memory besides its own: its places in maps. */
const OVERHEAD = 1024

const unavailable = httpErrors.serviceUnavailable.bind(httpErrors)

export interface FreshnessOptions {
  readonly readsAtOnce: number
  readonly writesAtOnce: number
  readonly staleIfError: number
  readonly waited: (work: Work, milliseconds: number) => void
}

interface Entry<Value> {
  readonly value: Value
  readonly asOf: Version
  readonly tags: readonly Tag[]
}
interface Reading<Value> {
  readonly asOf: Version
  readonly value: Promise<Value>
}

/**
 * @param feed asked for changes; tells them to the versions
 * @param readsAtOnce how many requests read from the database at once
 * @param writesAtOnce how many write to it
 * @param staleIfError seconds for which cached values are shown while the database does not answer
 * @param waited told how many milliseconds work has waited for its turn
 */
export const freshness = (
  feed: (raise: Versions['raise']) => Feed,
  { readsAtOnce, writesAtOnce, staleIfError, waited }: FreshnessOptions
): Freshness & { close: () => Promise<void> } => {
  const versions = tagVersions()
  const { completeAt, isAway, next, close } = feed(versions.raise)
  const sinceComplete = () => performance.now() - completeAt()
  const isCurrent = () => sinceComplete() < MAX_AGE
  const mayShow = () => isCurrent() || (isAway() && sinceComplete() < staleIfError * 1000)

  /** Gives the database a little time to answer. */
  const isReady = async () => {
    if (!isCurrent()) await orAfter(next(), MAX_WAIT)
    return isCurrent()
  }

  const whenReady =
    (inTurn: Gate): Gate =>
    (work) => {
      const begin = async () => {
        if (!(await isReady())) throw unavailable('The database is away; try again shortly')
        return inTurn(work)
      }
      return inTime(begin(), DEADLINE, () => unavailable('The database did not answer in time; try again shortly'))
    }
  const reads = gate(readsAtOnce, READ_WAIT, (milliseconds) => waited('read', milliseconds))
  const writes = gate(writesAtOnce, WRITE_WAIT, (milliseconds) => waited('write', milliseconds))
  const attempt = whenReady(reads.enter)
  const change = whenReady(writes.enter)

  const cache: Freshness['cache'] = <Value extends object>(maxBytes: number, bytesOf: (value: Value) => number) => {
    const entries = new LRUCache<string, Entry<Value>>({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: ({ value }, key) => bytesOf(value) + key.length * 2 + OVERHEAD
    })
    const readings = new Map<string, Reading<Value>>()

    const peek = (key: string): Value | undefined => {
      const entry = entries.get(key)
      return entry !== undefined && versions.hold(entry.tags, entry.asOf) && mayShow() ? entry.value : undefined
    }

    const readOnce = (key: string, tags: readonly Tag[], read: () => Promise<Value>): Promise<Value> => {
      const running = readings.get(key)
      // A reading that began before a change is not for those who ask after it.
      if (running !== undefined && versions.hold(tags, running.asOf)) return running.value
      const asOf = versions.now()
      const value = attempt(read).then((result) => {
        if (versions.hold(tags, asOf)) entries.set(key, { value: result, asOf, tags })
        return result
      })
      const reading = { asOf, value }
      readings.set(key, reading)
      const forget = () => {
        if (readings.get(key) === reading) readings.delete(key)
      }
      value.then(forget, forget)
      return value
    }

    const fresh: Cache<Value>['fresh'] = async (key, tags, read) => {
      if (!isAway()) await isReady()
      return peek(key) ?? readOnce(key, tags, read)
    }

    return { fresh, peek, bytes: () => entries.calculatedSize }
  }

  const heard = new LRUCache<Tag, { readonly number: number; readonly asOf: Version }>({ max: MAX_BLOGS })
  const hasHeard = ({ tag, number }: SeenChange) => {
    const newest = heard.get(tag)
    // A restored database gives numbers a second time; then everything has changed.
    return newest !== undefined && newest.number >= number && versions.hold([], newest.asOf)
  }

  const catchUp = async (seen?: SeenChange) => {
    const called = performance.now()
    await next()
    // Without an answer of the database, the changes cannot be told apart from the rest any more.
    if (completeAt() < called) versions.raise(new Set<Tag>(['everything']))
    else if (seen !== undefined && !hasHeard(seen)) heard.set(seen.tag, { number: seen.number, asOf: versions.now() })
  }
  const catchUpTo = async (seen: SeenChange) => {
    if (!hasHeard(seen)) await catchUp(seen)
  }

  return {
    cache,
    attempt,
    change,
    catchUp,
    catchUpTo,
    isReady,
    age: () => (isAway() && !isCurrent() ? Math.round(sinceComplete() / 1000) : 0),
    lag: () => sinceComplete() / 1000,
    load: () => ({ read: reads.load(), write: writes.load() }),
    now: versions.now,
    whenChanged: versions.whenChanged,
    close
  }
}
