/** Reads popular documents again as soon as they are outdated, so that none of their many readers has to wait for it. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Heard } from '../../db/changes.ts'
import { SHAPING } from './front.ts'
import type { Again, Store } from './store.ts'

/** A document asked for this often since it was last read is popular. */
const POPULAR = 10
/** The most documents read again for one change. */
const MOST = 64
/** A document that is not there again after this many milliseconds is no longer shown. */
const PATIENCE = 100

/** Marks the requests of this process to itself; a secret, so that nobody else can make it read. */
const HEADER = 'x-desk-refresh'

/** What is done with outdated documents. */
export const refresher = (app: FastifyInstance, store: Store) => {
  const secret = randomUUID()
  const running = new Map<string, { now: Promise<void>, next: Promise<void> | undefined }>()

  /** Reads a document anew, from now on: a reading that has begun already is no good. */
  const refresh = (key: string, again: Again): Promise<void> => {
    const begun = running.get(key)
    if (begun !== undefined) {
      begun.next ??= begun.now.then(() => refresh(key, again))
      return begun.next
    }
    const now = app.inject({ ...again, headers: { ...again.headers, [HEADER]: secret } })
      .then(() => {}, (error: unknown) => app.log.warn({ err: error }, 'a document could not be read again'))
      .finally(() => running.delete(key))
    running.set(key, { now, next: undefined })
    return now
  }

  /** One after another, so that those who ask for kept documents wait for one reading at most. */
  const refreshAll = async (popular: readonly { key: string, again: Again }[]) => {
    for (const { key, again } of popular) await refresh(key, again)
  }

  return {
    /** Whether a request is one of ours. */
    isOurs: ({ headers }: FastifyRequest): boolean => headers[HEADER] === secret,

    /** Drops what has changed, popular documents only when they have been read again. Resolves when all of it is gone. */
    async outdate (heard: Heard): Promise<void> {
      const popular: { key: string, again: Again }[] = []
      const before = store.drop(heard, (key, { hits, again }) => {
        if (hits < POPULAR || popular.length === MOST) return false
        popular.push({ key, again })
        return true
      })
      if (popular.length === 0) return
      await atMost(PATIENCE, refreshAll(popular))
      for (const { key } of popular) store.dropOlder(key, before)
    }
  }
}

/** Waits for work, but for so many milliseconds only. */
const atMost = async (milliseconds: number, work: Promise<void>) => {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work, new Promise((resolve) => { timer = setTimeout(resolve, milliseconds).unref() })])
  clearTimeout(timer)
}

/** How to ask for a request's document once more. */
export const againOf = ({ originalUrl, raw: { headers, socket } }: FastifyRequest): Again => ({
  url: originalUrl,
  headers: askedOf(headers),
  remoteAddress: socket.remoteAddress ?? ''
})

const askedOf = (headers: IncomingHttpHeaders) => {
  const asked: Record<string, string> = {}
  for (const name of ASKED) if (headers[name] !== undefined) asked[name] = String(headers[name])
  return asked
}

const ASKED = ['host', 'accept', 'x-forwarded-proto', 'x-forwarded-host', ...SHAPING]
