/** Follows one blog of another service: reads its changes by cursor, and stores each one. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { copies, Hold } from '../../db/copies/index.ts'
import type { FollowedSync, holds } from '../../db/syncs.ts'
import { Refusal, type GuardedClient } from '../../plugins/outgoing/index.ts'
import { compare } from './comparison.ts'
import { CursorGone, openRemote, type Remote } from './remote.ts'

export interface FollowerOptions {
  readonly store: ReturnType<typeof copies>
  readonly states: ReturnType<typeof holds>
  readonly get: GuardedClient
  readonly stream: GuardedClient
  readonly hold: Hold
  /** Ends following: the hold is lost, or the process stops. */
  readonly signal: AbortSignal
  readonly warn: (reason: string) => void
  /** Seconds between two looks at a source that is polled only, at least. At most, it is twice the time. */
  readonly seconds: number
}

/** Milliseconds between two polls, at least and at most. A change wakes the follower earlier. */
const POLL = [30_000, 60_000] as const
/** Milliseconds before another try, at first and at most. */
const RETRY = [250, 20_000] as const

/** Returns a moment between two times, so that followers do not come all at once. */
export const between = (least: number, most: number) => least + Math.random() * (most - least)

/** The hold or the blog is lost: another process follows now, or nobody. */
export class Stopped extends Error {}

/** Follows a blog until the signal ends it. Problems of the other service are noted, and tried again. */
export const follow = async (sync: FollowedSync, options: FollowerOptions): Promise<void> => {
  const { states, hold, signal, warn } = options
  const session = { cursor: sync.CId, mustCompare: sync.CId !== undefined }
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await followOnce(sync.Address, session, options, () => {
        failures = 0
      })
    } catch (error) {
      if (error instanceof Stopped || signal.aborted) return
      if (error instanceof CursorGone) session.mustCompare = true
      const reason = reasonOf(error)
      warn(reason)
      await states.fail(hold, reason).catch(() => {})
    }
    session.mustCompare ||= session.cursor !== undefined
    const most = Math.min(RETRY[1], RETRY[0] * 2 ** failures)
    await sleep(between(most / 2, most), undefined, { signal, ref: false }).catch(() => {})
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
    if (session.mustCompare) {
      const cursor = await compare(remote, store, hold)
      if (cursor === undefined || !(await store.moveTo(hold, cursor))) throw new Stopped()
      session.cursor = cursor
      session.mustCompare = false
      await states.succeed(hold, cursor, true)
    }
    await copyChanges(remote, session, options)
    onSuccess()
    const alarm = alarmOf(signal)
    const end = (isOver: boolean) => {
      if (isOver) alarm.end()
    }
    // A service without streams is only polled. A stream that fails is an interruption.
    void remote.listen(session.cursor ?? 0, alarm.ring).then(end, () => end(true))
    while (await alarm.wait()) await copyChanges(remote, session, options)
  } finally {
    closing.abort()
  }
}

/** Waits for changes: until the stream reports one, or the time of a poll has come. */
const alarmOf = (signal: AbortSignal) => {
  const state = { isRung: false, isOver: false }
  let wake = () => {}
  signal.addEventListener('abort', () => wake(), { once: true })
  return {
    ring: () => {
      state.isRung = true
      wake()
    },
    end: () => {
      state.isOver = true
      wake()
    },
    /** Returns whether to read now; false if the connection is interrupted. */
    wait: async (): Promise<boolean> => {
      if (!state.isRung && !state.isOver && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, between(...POLL)).unref()
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

/** Stores all changes after the cursor. */
const copyChanges = async (
  remote: Remote,
  session: { cursor: number | undefined },
  { store, states, hold }: FollowerOptions
): Promise<void> => {
  for await (const { entries, newest } of remote.changes(session.cursor ?? 0)) {
    for (const { number, post, refusal } of entries) {
      const outcome = await store.apply(hold, { post, refusal, cursor: { from: session.cursor, to: number } })
      if (outcome === 'lost' || outcome === 'resting') throw new Stopped()
      session.cursor = number
    }
    await states.succeed(hold, newest, false)
  }
}

/** Returns a sentence for editors. It hides network errors, which would disclose other hosts. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Refusal) return `The address ${error.message}`
  if (!(error instanceof Error)) return 'Following failed'
  if (error.message.startsWith('The ')) return error.message
  return /Timeout/.test(error.name) ? 'The other service did not answer in time' : 'The other service cannot be read'
}
