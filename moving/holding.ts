/**
 * Work that one process does for all, such as following a sync. Each process holds the items that nobody else holds for
 * ten seconds, and renews its holds. When a process ends, others take over its items.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Tag } from '../db/changes.ts'
import { waitAtMost } from '../db/time-limits.ts'
import type { Version } from '../plugins/database/versions.ts'
import { failureLog } from '../plugins/failing.ts'

/** Work on items of a kind. */
export interface Work<Item> {
  /** The items in log lines: `syncs`. */
  readonly name: string
  /** Takes the items that nobody holds, and renews the holds of this process. Returns all that it holds. */
  readonly take: (holder: string) => PromiseLike<readonly Item[]>
  /** Ends all holds of this process. */
  readonly release: (holder: string) => PromiseLike<unknown>
  readonly idOf: (item: Item) => number
  /** Returns a key of the values that a run depends on. If it changes, the run ends, and another one begins. */
  readonly sourceOf: (item: Item) => string
  /** Returns whether to begin a run for an item that has none. */
  readonly isDue: (item: Item) => boolean
  /** Works on an item until the signal ends it, or there is nothing to do. */
  readonly run: (item: Item, holder: string, signal: AbortSignal) => Promise<void>
  /** Returns the tags whose changes cause a renewal. */
  readonly tags: (heldItems: number) => readonly Tag[]
}

interface Run {
  readonly end: AbortController
  readonly source: string
  readonly done: Promise<unknown>
}

/** Milliseconds between two renewals of the holds. */
const RENEWAL = 3000
/** Milliseconds between a change and the renewal that it causes: many changes cause one. */
const LEAST_PAUSE = 100
/**
 * Milliseconds that a service which stops waits for its runs, and again to end its holds. A frozen database answers
 * neither, and streams and other requests get their last words afterwards.
 */
const MAX_END = 1000

/** Works on the items that this process holds, from the start of the service to its end. */
export const workOnHeld = <Item>(app: FastifyInstance, work: Work<Item>): void => {
  const { name, take, release, idOf, sourceOf, isDue, run, tags } = work
  const holder = randomUUID()
  const closing = new AbortController()
  const running = new Map<number, Run>()
  const { failed, worked } = failureLog(app.log)

  const begin = (item: Item) => {
    const id = idOf(item)
    const end = new AbortController()
    const done = run(item, holder, AbortSignal.any([closing.signal, end.signal]))
      .then(
        () => worked(`item ${id}`),
        (error: unknown) => failed(`item ${id}`, error, `work on ${name} has to wait`)
      )
      .finally(() => running.delete(id))
    running.set(id, { end, source: sourceOf(item), done })
  }

  /** Renews the holds, ends the runs of lost items, and begins those that are due. @returns the number of held items */
  const renew = async (): Promise<number> => {
    try {
      const held = new Map((await take(holder)).map((item) => [idOf(item), item]))
      for (const [id, { end, source }] of running) {
        const item = held.get(id)
        if (item === undefined || sourceOf(item) !== source) end.abort()
      }
      for (const [id, item] of held) if (!running.has(id) && isDue(item) && !closing.signal.aborted) begin(item)
      worked('holds')
      return held.size
    } catch (error) {
      failed('holds', error, `${name} cannot be held now`)
      return 0
    }
  }

  /** Waits until holds are to be renewed, or something has changed, or the service stops. */
  const untilRenewal = (asOf: Version, heldItems: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        stop()
        closing.signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, RENEWAL * (0.8 + Math.random() * 0.4)).unref()
      const stop = app.freshness.whenChanged(tags(heldItems), asOf, () => setTimeout(end, LEAST_PAUSE).unref())
      closing.signal.addEventListener('abort', end)
    })

  const renewUntilClosed = async () => {
    while (!closing.signal.aborted) {
      const asOf = app.freshness.now()
      const heldItems = await renew()
      if (!closing.signal.aborted) await untilRenewal(asOf, heldItems)
    }
  }

  let renewing = Promise.resolve()
  app.addHook('onReady', async () => {
    renewing = renewUntilClosed()
  })
  app.addHook('preClose', async () => {
    closing.abort()
    const ends = Promise.all([renewing, ...[...running.values()].map(({ done }) => done)])
    await waitAtMost(ends, MAX_END)
    await waitAtMost(
      Promise.resolve(release(holder)).catch(() => {}),
      MAX_END
    )
  })
}
