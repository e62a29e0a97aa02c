/** Follows one blog of another service: reads its changes by cursor, and stores each one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isLost } from '../../db/client.ts'
import type { Copies, Hold } from '../../db/copies/index.ts'
import type { FollowedSync } from '../../db/syncs.ts'
import { isTemporary } from '../../plugins/faults/temporary.ts'
import { withTlsFault } from '../../plugins/outgoing/encryption.ts'
import { Refusal, type GuardedClient } from '../../plugins/outgoing/index.ts'
import { compare } from './comparison.ts'
import type { Health } from './health.ts'
import { CursorGone, openRemote, TooMany, type Remote } from './remote.ts'

export interface FollowerOptions {
  readonly store: Copies
  readonly states: Health
  readonly get: GuardedClient
  readonly stream: GuardedClient
  readonly hold: Hold
  /** Ends following: the hold is lost, or the process stops. */
  readonly signal: AbortSignal
  /** Reports something about the source that concerns no post. */
  readonly warn: (reason: string) => void
  /** Seconds between two polls, at least. At most, it is twice the time. The stream of a source wakes it earlier. */
  readonly seconds: number
}

/** Milliseconds before another try, at first and at most: after a failure, or if a list lacks an announced change. */
const RETRY = [250, 20_000] as const
/** Returns the milliseconds before the next try after a number of others. */
const retryAfter = (tries: number) => Math.min(RETRY[1], RETRY[0] * 2 ** tries)
/** Milliseconds before a list with too many posts is read again. */
const REST_OF_TOO_MANY = 3_600_000
/** Milliseconds between two readings, at least: a stream may report changes without end. */
const REST = 100
/** Milliseconds after which an interruption is the first one again: each is followed by a comparison. */
const LASTING = 5_000

/** Returns a random number of milliseconds between two, so that followers do not come all at once. */
export const randomBetween = (least: number, most: number) => least + Math.random() * (most - least)

/** The hold or the blog is lost: another process follows now, or nobody. */
export class Stopped extends Error {}

/** Follows a blog until the signal ends it. Problems of the other service are noted, and tried again. */
export const follow = async (sync: FollowedSync, options: FollowerOptions): Promise<void> => {
  const { states, signal } = options
  const session = { cursor: sync.CId, mustCompare: sync.CId !== undefined }
  for (let failures = 0; !signal.aborted; failures += 1) {
    let since = Infinity
    let rest = 0
    try {
      await followOnce(sync.Address, session, options, () => {
        since = performance.now()
      })
    } catch (error) {
      if (error instanceof Stopped || signal.aborted) return
      if (error instanceof CursorGone) session.mustCompare = true
      if (error instanceof TooMany) rest = REST_OF_TOO_MANY
      await states.fail(reasonOf(error))
    }
    session.mustCompare ||= session.cursor !== undefined
    if (performance.now() - since > LASTING) failures = 0
    const most = Math.max(rest, retryAfter(failures))
    await sleep(randomBetween(most / 2, most), undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Follows until the connection is interrupted. */
const followOnce = async (
  address: string,
  session: { cursor: number | undefined; mustCompare: boolean },
  options: FollowerOptions,
  onSuccess: () => void
): Promise<void> => {
  const { store, states, get, stream, hold } = options
  const closing = new AbortController()
  const signal = AbortSignal.any([options.signal, closing.signal])
  try {
    const remote = await openRemote(address, { get, stream, signal })
    await states.progress(await remote.newest())
    if (session.mustCompare) {
      const { cursor = 0 } = session
      // A source that was restored does not have the cursor any more.
      const catchUp = async (newest: number) =>
        newest < cursor ? new Set<string>() : copyChanges(remote, session, options)
      const newest = await compare(remote, { store, hold }, catchUp)
      if (newest === undefined) throw new Stopped()
      if (newest < cursor) session.cursor = newest
      if (!(await store.moveTo(hold, session.cursor ?? newest))) throw new Stopped()
      session.mustCompare = false
      await states.succeed(session.cursor, true)
    }
    await copyChanges(remote, session, options)
    onSuccess()
    const alarm = alarmOf(signal, options.seconds * 1000)
    const end = (isOver: boolean) => {
      if (isOver) alarm.end()
    }
    // A service without streams is only polled. A stream that fails is an interruption.
    void remote.listen(() => session.cursor ?? 0, alarm.ring).then(end, () => end(true))
    while (await alarm.wait(session.cursor ?? 0)) {
      await copyChanges(remote, session, options)
      await sleep(REST, undefined, { signal, ref: false }).catch(() => {})
    }
  } finally {
    closing.abort()
  }
}

/**
 * Waits for changes: until the stream reports one, or the time of a poll has come.
 * @param pollTime milliseconds between two polls, at least; at most, twice as many
 */
const alarmOf = (signal: AbortSignal, pollTime: number) => {
  const state = { isRung: false, isOver: false, announced: 0, tries: 0 }
  let wake = () => {}
  signal.addEventListener('abort', () => wake(), { once: true })
  return {
    /** @param number that of the change; 0 if it is not known */
    ring: (number: number) => {
      state.isRung = true
      if (number > state.announced) {
        state.announced = number
        state.tries = 0
      }
      wake()
    },
    end: () => {
      state.isOver = true
      wake()
    },
    /**
     * Returns whether to read now; false if the connection is interrupted.
     * @param cursor number of the last change that was read. A cache may answer with an older list than the stream
     */
    wait: async (cursor: number): Promise<boolean> => {
      if (!state.isRung && !state.isOver && !signal.aborted) {
        const isBehind = state.announced > cursor
        const delay = isBehind ? retryAfter(state.tries) : randomBetween(pollTime, 2 * pollTime)
        if (isBehind) state.tries += 1
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, delay).unref()
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      state.isRung = false
      return !state.isOver && !signal.aborted
    }
  }
}

/** Stores all changes after the cursor. @returns the ids of their posts */
const copyChanges = async (
  remote: Remote,
  session: { cursor: number | undefined },
  { store, states, hold }: FollowerOptions
): Promise<ReadonlySet<string>> => {
  const brought = new Set<string>()
  let newest: number | undefined
  for await (const page of remote.changes(session.cursor ?? 0)) {
    // A full page says nothing about the changes after it.
    if (page.isFull) await states.progress(await remote.newest())
    for (const { number, post, refusal } of page.entries) {
      const outcome = await store.apply(hold, { post, refusal, cursor: { from: session.cursor, to: number } })
      if (outcome === 'lost' || outcome === 'resting') throw new Stopped()
      session.cursor = number
      brought.add(post.id)
    }
    ;({ newest } = page)
  }
  await states.succeed(newest, false)
  return brought
}

/** Returns a sentence for editors. It hides network errors, which would disclose other hosts. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Refusal) return `The address ${error.message}${error.message.includes('public') ? PRIVATE : ''}`
  if (!(error instanceof Error)) return 'Following failed'
  if (/Timeout/.test(error.name)) return 'The other service did not answer in time'
  if (error.message.startsWith('The ')) return error.message
  if (error.name === 'PostgresError' || isOfDriver(error)) {
    return `The database of this service ${isTemporary(error) ? 'did not answer' : 'refused a change'}`
  }
  return withTlsFault('The other service cannot be read', error)
}

/** Returns whether an error comes from the driver of PostgreSQL, for a connection that is lost or cannot be opened. */
const isOfDriver = (error: Error): boolean =>
  isLost(error) || ('code' in error && /^CONNECT(ION)?_/.test(String(error.code)))

const PRIVATE = '. The operator may allow private networks (FOLLOW_PRIVATE)'
