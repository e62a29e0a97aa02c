/** Pages of changes as events that are ready to send, in a cache that streams of the same representation share. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tag } from '../../db/changes.ts'
import type { PostChanges } from '../../db/posts/blog-posts.ts'
import type { Row } from '../../schemas/language/rows.ts'
import type { Selection } from '../resources/selections.ts'
import { inTurns, type Steps } from '../steps.ts'
import type { Position, Step } from './channel.ts'

export interface Topic {
  readonly tag: Tag
  /** Reads changes with numbers greater than `since`, oldest first. @returns undefined if the topic does not exist */
  readonly read: (since: number | undefined, limit: number) => Promise<PostChanges | undefined>
}

/** A page of changes, or that the topic does not exist. */
export type Page = ChangesPage | typeof MISSING

interface ChangesPage extends Omit<PostChanges, 'rows'> {
  /** The events, one for each change. */
  readonly bytes: Buffer
  /** The number of the last event; undefined if there are no events. */
  readonly lastId: number | undefined
  /** Whether more changes may follow. */
  readonly isFull: boolean
  readonly isMissing: false
}

/** Maximum number of changes in a page. */
const PAGE = 50
/** Maximum size of the cache, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024

/** Returns a function that returns the page after a cursor; `key` names the representation. */
export const changePages = ({ freshness }: FastifyInstance) => {
  const pages = freshness.cache<Page>(MAX_BYTES, ({ bytes }) => bytes.length, true)
  return (request: FastifyRequest, key: string, topic: Topic, since: number | undefined): Promise<Page> =>
    pages.fresh(`${key} ${since}`, [topic.tag], async (leave) => {
      const changes = await topic.read(since, PAGE)
      if (changes === undefined) return MISSING
      const { rows, ...state } = changes
      const events = await eventsOf(request, rows)
      leave()
      // The page may have a change that this process has not been notified of yet. Clients that read the list when they
      // receive the event would get it from the cache, without the change.
      await freshness.catchUp()
      return {
        ...state,
        bytes: Buffer.from(events),
        lastId: rows.at(-1)?.CId,
        isFull: rows.length === PAGE,
        isMissing: false
      }
    })
}

/** Returns changes as events. Their data are the list's items, in the format and with the X-Filter of the request. */
const eventsOf = async (request: FastifyRequest, changes: readonly Row[]): Promise<string> => {
  const { context, routeOptions } = request
  const { selection } = context
  if (selection === undefined) throw new TypeError(`${routeOptions.url} has no stream`)
  const items = await Promise.all(changes.map((change) => selection.expand(change, request)))
  return inTurns(written(context, selection, items))
}

const written = function* (
  { choice, links }: FastifyRequest['context'],
  { writerOf }: Selection,
  items: readonly Row[]
): Steps<string> {
  let events = ''
  for (const item of items) {
    const write = writerOf(choice.format, item)
    if (write === undefined) throw new TypeError(`An event of ${choice.media} has no writer`)
    const document = yield* write(item, links, true)
    const data = document.split('\n').map((line) => `data: ${line}\n`)
    events += `id: ${String(item.CId)}\n${data.join('')}\n`
    yield
  }
  return events
}

const MISSING = { bytes: Buffer.alloc(0), isMissing: true } as const

/** Sent to clients whose cursor is beyond the newest change, as after a database was restored. */
export const RESET = 'event: reset\ndata: read the list again\n'

/** Returns the events for subscribers at a position, given the page after it. */
export const stepOf = (page: Page, { cursor, version }: Position): Step => {
  if (page.isMissing) return { bytes: page.bytes, next: { cursor, version }, hasMore: false, end: 'gone' }
  const { bytes, last, lastId, isAhead, isFull, isOver } = page
  const isNewer = page.version > version
  return {
    bytes: Buffer.concat([
      isAhead ? Buffer.from(`id: ${last}\n${RESET}\n`) : bytes,
      Buffer.from(isNewer ? `event: blog\ndata: ${page.version}\n\n` : '')
    ]),
    next: {
      cursor: isAhead ? last : (lastId ?? Math.max(cursor, last)),
      version: isNewer ? page.version : version
    },
    hasMore: isFull,
    end: isOver && !isFull ? 'closed' : undefined
  }
}
