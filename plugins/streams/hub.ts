/**
 * Sends what happens to those who follow it. Knows nothing of blogs or documents: a topic is read as a sequence of
 * numbered changes, and a channel renders each of them once for all of its readers.
 */
import { isGone, send, sendInTurn, type Reader } from './readers.ts'

/** One change, by its number. */
export interface Change<Row> { readonly number: number, readonly row: Row }

/** Changes after a number, the oldest first: `last` is the newest there was when they were read, `over` whether no more will follow. */
export interface Page<Row> { readonly changes: readonly Change<Row>[], readonly last: number, readonly over: boolean }

/** What readers follow. */
export interface Topic<Row> {
  readonly name: string
  /** @returns undefined when the topic is no more */
  readonly read: (since: number, limit: number) => Promise<Page<Row> | undefined>
}

/** A form that changes are shown in. */
export interface Channel<Row> { readonly name: string, readonly render: (change: Change<Row>) => Promise<Buffer> }

/** How many changes are read at once. */
const PAGE = 50
/** How long to wait, in milliseconds, before reading again what could not be read. */
const RETRY = 500

interface Audience<Row> { readonly channel: Channel<Row>, readonly readers: Set<Reader> }
interface Followed<Row> { readonly topic: Topic<Row>, readonly audiences: Map<string, Audience<Row>>, at: number, stale: boolean, pumping: boolean }

/**
 * @param close ends a reader's stream and says why: `closed` when no more will follow, `gone` when the topic is no more
 * @param report called when a topic cannot be read
 */
export const hub = <Row>(close: (reader: Reader, reason: string) => void, report: (error: unknown) => void) => {
  const followed = new Map<string, Followed<Row>>()
  const readings = new Map<string, Promise<Page<Row> | undefined>>()

  /**
   * Reads what happened before. Readers that come at the same time from the same place share one reading, so it may
   * have begun a moment ago: what is new must be read by whoever was told of it.
   */
  const readPast = ({ name, read }: Topic<Row>, since: number, limit: number) => {
    const key = `${name} ${since} ${limit}`
    const begun = readings.get(key) ?? read(since, limit).finally(() => readings.delete(key))
    readings.set(key, begun)
    return begun
  }

  /**
   * Lets a reader follow a topic from the change after its cursor on. Resolves when it has caught up, or has gone.
   * What happened before is read for it alone; from then on it gets what everybody gets.
   */
  const follow = async (topic: Topic<Row>, channel: Channel<Row>, reader: Reader): Promise<void> => {
    while (!isGone(reader)) {
      const page = await readPast(topic, reader.cursor, PAGE)
      if (page === undefined) return close(reader, 'gone')
      for (const change of page.changes) {
        if (!await sendInTurn(reader, change.number, await channel.render(change))) return
      }
      if (page.changes.length === PAGE) continue
      reader.cursor = Math.max(reader.cursor, page.last)
      if (page.over) return close(reader, 'closed')
      const known = followed.get(topic.name)
      if (known === undefined || known.at <= reader.cursor) return join(topic, known, channel, reader)
    }
  }

  const join = (topic: Topic<Row>, known: Followed<Row> | undefined, channel: Channel<Row>, reader: Reader) => {
    if (isGone(reader)) return
    const state = known ?? { topic, audiences: new Map<string, Audience<Row>>(), at: reader.cursor, stale: false, pumping: false }
    followed.set(topic.name, state)
    const { audiences } = state
    const audience = audiences.get(channel.name) ?? { channel, readers: new Set() }
    audiences.set(channel.name, audience)
    audience.readers.add(reader)
    reader.onGone = () => {
      audience.readers.delete(reader)
      if (audience.readers.size === 0) audiences.delete(channel.name)
      if (audiences.size === 0 && followed.get(topic.name) === state) followed.delete(topic.name)
    }
    // Before there was a reader nobody listened: what was told since the reading has not been heard.
    if (known === undefined) void pump(state)
  }

  /** Reads what is new in a topic and sends it, until there is nothing new; one at a time for each topic. */
  const pump = async (state: Followed<Row>): Promise<void> => {
    state.stale = true
    if (state.pumping) return
    state.pumping = true
    try {
      while (state.stale && state.audiences.size > 0) {
        state.stale = false
        await pumpOnce(state)
      }
    } catch (error) {
      report(error)
      setTimeout(() => { void pump(state) }, RETRY).unref()
    } finally {
      state.pumping = false
    }
  }

  const pumpOnce = async (state: Followed<Row>) => {
    const page = await state.topic.read(state.at, PAGE)
    for (const change of page?.changes ?? []) {
      const frames = await renderAll(state, change)
      // Nothing may come between here and the new number: who joins now has been reckoned with.
      for (const { channel, readers } of state.audiences.values()) {
        const frame = frames.get(channel.name)
        for (const reader of readers) if (frame !== undefined && change.number > reader.cursor) send(reader, change.number, frame)
      }
      state.at = change.number
    }
    if (page?.changes.length === PAGE) state.stale = true
    else if (page === undefined || page.over) closeAll(state, page === undefined ? 'gone' : 'closed')
  }

  /** A change in the form of every audience, of those too that come while others are rendered. */
  const renderAll = async ({ audiences }: Followed<Row>, change: Change<Row>) => {
    const frames = new Map<string, Buffer>()
    for (;;) {
      const missing = [...audiences.values()].filter(({ channel }) => !frames.has(channel.name))
      if (missing.length === 0) return frames
      await Promise.all(missing.map(async ({ channel }) => frames.set(channel.name, await channel.render(change))))
    }
  }

  const closeAll = ({ audiences }: Followed<Row>, reason: string) => {
    for (const { readers } of audiences.values()) for (const reader of readers) close(reader, reason)
  }

  return {
    readPast,
    follow,
    /** Tells that a topic has news, or that every topic may have. */
    wake: (name?: string) => {
      for (const state of name === undefined ? followed.values() : [followed.get(name)]) if (state !== undefined) void pump(state)
    }
  }
}
