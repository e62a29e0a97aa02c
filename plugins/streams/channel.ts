/**
 * A channel: the streams of one representation of a topic, as the same viewers see it. Subscribers at the same position
 * form a group, which is brought to the newest change together. So a change is read and written once, however many
 * streams are open, and an open stream takes no more memory than its place in a group.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Tag } from '../../db/changes.ts'
import type { Freshness } from '../database/freshness.ts'
import type { Version } from '../database/versions.ts'
import { close, send, whenDrained, type Subscriber } from './subscribers.ts'

/** Position up to which a subscriber has received changes. */
export interface Position {
  /** All changes up to this number. */
  readonly cursor: number
  /** The version of the blog; Infinity if the subscriber does not ask for it. */
  readonly version: number
}

/** Changes that follow a position. */
export interface Step {
  /** Events for the subscribers at the position; empty if there are none. */
  readonly bytes: Buffer
  /** The position after the events. */
  readonly next: Position
  /** Whether more changes follow. */
  readonly hasMore: boolean
  /** Why the streams end after the events; undefined if they stay open. */
  readonly end: string | undefined
}

export interface ChannelOptions {
  /** Names the data whose changes the channel waits for. */
  readonly tags: readonly Tag[]
  readonly stepAfter: (position: Position) => Promise<Step>
  /** Returns whether the session that the streams depend on has not ended; undefined if they depend on none. */
  readonly hasSession: (() => Promise<boolean>) | undefined
  /** Called when a step could not be read, before the channel tries again. */
  readonly onFailure: (error: unknown) => void
  /** Called when the last stream has ended. */
  readonly onEmpty: () => void
}

interface Group {
  readonly position: Position
  readonly subscribers: Set<Subscriber>
}

/** Milliseconds between two checks of a session. */
const SESSION_CHECK = 15_000
/** Milliseconds that a channel waits after a failed read. */
const PAUSE = 500
/** Streams that are written to in one turn of the event loop: a millisecond, so that other requests need not wait. */
const AT_ONCE = 50

const keyOf = ({ cursor, version }: Position) => `${cursor} ${version}`

export const channel = (
  { now, whenChanged }: Pick<Freshness, 'now' | 'whenChanged'>,
  { tags, stepAfter, hasSession, onFailure, onEmpty }: ChannelOptions
) => {
  /** All subscribers with their groups. A client that has yet to read its last event is in no group. */
  const subscribers = new Map<Subscriber, Group | undefined>()
  const groups = new Map<string, Group>()
  let isRunning = false
  let isAwake = false
  let endWait = () => {}

  const wake = () => {
    isAwake = true
    endWait()
  }

  const enter = (subscriber: Subscriber, position: Position) => {
    const key = keyOf(position)
    const group = groups.get(key) ?? { position, subscribers: new Set() }
    groups.set(key, group)
    group.subscribers.add(subscriber)
    subscribers.set(subscriber, group)
  }

  /** Sends a step to a subscriber, which enters the next group: once it has read enough, if its buffer is full. */
  const sendOne = (subscriber: Subscriber, { bytes, next }: Step) => {
    if (bytes.length === 0 || send(subscriber, bytes)) return enter(subscriber, next)
    subscribers.set(subscriber, undefined)
    // A connection that has ended drains no more.
    whenDrained(subscriber, () => {
      enter(subscriber, next)
      wake()
    })
  }

  /** Brings a group a step further, or ends its streams. @returns whether another step follows at once */
  const advance = async ({ position, subscribers: members }: Group): Promise<boolean> => {
    const step = await stepAfter(position)
    const isOver = keyOf(step.next) === keyOf(position)
    if (isOver && step.end !== undefined) for (const member of members) close(member, step.end)
    if (isOver) return false
    let count = 0
    // A stream that is opened meanwhile may enter the group. Then the loop reaches it, too.
    for (const member of members) {
      members.delete(member)
      sendOne(member, step)
      count += 1
      if (count % AT_ONCE === 0) await nextTurn()
    }
    return step.hasMore || step.end !== undefined
  }

  /** Resolves at the next change after a version, or when a stream was added or can take more. */
  const wait = async (asOf: Version) => {
    await new Promise<void>((resolve) => {
      const timer = hasSession && setTimeout(resolve, SESSION_CHECK).unref()
      const stop = whenChanged(tags, asOf, resolve)
      endWait = () => {
        clearTimeout(timer)
        stop()
        resolve()
      }
    })
    endWait()
  }

  const closeAll = (reason: string) => {
    for (const subscriber of subscribers.keys()) close(subscriber, reason)
  }

  /** Brings each group a step further. */
  const advanceAll = async () => {
    for (const [key, group] of [...groups]) {
      if (group.subscribers.size > 0 && (await advance(group))) isAwake = true
      if (group.subscribers.size === 0) groups.delete(key)
    }
  }

  /** Brings all subscribers to the newest change again and again, until there are none. */
  const run = async () => {
    isRunning = true
    while (subscribers.size > 0) {
      const asOf = now()
      isAwake = false
      try {
        if (hasSession !== undefined && !(await hasSession())) {
          closeAll('session ended')
          break
        }
        await advanceAll()
      } catch (error) {
        onFailure(error)
        await sleep(PAUSE, undefined, { ref: false })
        continue
      }
      if (!isAwake && subscribers.size > 0) await wait(asOf)
    }
    isRunning = false
  }

  return {
    add: (subscriber: Subscriber, position: Position) => {
      enter(subscriber, position)
      wake()
      if (!isRunning) void run()
    },
    remove: (subscriber: Subscriber) => {
      subscribers.get(subscriber)?.subscribers.delete(subscriber)
      subscribers.delete(subscriber)
      if (subscribers.size > 0) return
      wake()
      onEmpty()
    }
  }
}
