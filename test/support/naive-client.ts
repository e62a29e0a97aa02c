/** A client that follows a list in the simplest way: it repeats `cId.since` with the `lastCId` of its last answer. */
import type { LightMyRequestResponse } from 'fastify'
import { documentOf, itemsOf, type Document } from '../routes/wire.ts'

/** What a client follows, and how it asks. */
export interface Following {
  /** Address of the list. */
  list: string
  /** Whether the posts of the list are published; undefined if it shows both. */
  published: boolean | undefined
  notation: 'xml' | 'json'
  /** Parameters that it adds to every request, such as `limit=20`. */
  query: string
}

export interface NaiveClient {
  /** Asks once. @returns whether the answer moved its cursor */
  poll: () => Promise<boolean>
  /** Asks until its cursor stays where it is. @returns how many answers it took */
  catchUp: () => Promise<number>
  /** The contents it shows its reader, by post. */
  shown: () => Record<string, string>
}

/** A client that asks more often than this to catch up is stuck. */
const MOST_POLLS = 2000

/** @param get asks the service for an address by its path */
export const naiveClient = (
  get: (path: string) => Promise<LightMyRequestResponse>,
  { list, published, notation, query }: Following
): NaiveClient => {
  const contents = new Map<string, string>()
  let since = '0'

  const ask = async (path: string) => {
    const answer = await get(path)
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
    return documentOf(answer)
  }
  const hasLeft = ({ DeletedOn, IsPublished }: Document) =>
    DeletedOn !== undefined ||
    (published !== undefined && IsPublished !== undefined && IsPublished !== (published ? 'True' : 'False'))
  /** A bare link says nothing about its post, so the client follows it. */
  const take = async (item: Document) => {
    const { href } = item
    const path = new URL(String(href)).pathname
    const id = /\/(\d+)(\.\w+)?$/.exec(path)?.[1] ?? path
    const post = Object.keys(item).every((name) => name === 'href') ? await ask(path) : item
    if (hasLeft(post)) contents.delete(id)
    else contents.set(id, String(post.Content))
  }
  const poll = async () => {
    const answer = await ask(`${list}.${notation}?cId.since=${since}${query === '' ? '' : `&${query}`}`)
    for (const item of itemsOf(answer)) await take(item)
    const moved = answer.lastCId !== since
    since = String(answer.lastCId)
    return moved
  }

  return {
    poll,
    catchUp: async () => {
      for (let polls = 1; polls <= MOST_POLLS; polls++) {
        if (!(await poll())) return polls
      }
      throw new Error(`${list}?${query} never ends`)
    },
    shown: () => Object.fromEntries(contents)
  }
}
