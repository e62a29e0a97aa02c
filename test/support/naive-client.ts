/**
 * A simple client that follows a list. It sends the `lastCId` of the last response as `cId.since`, or the bounds of the
 * block of changes that this number is in.
 */
import type { LightMyRequestResponse } from 'fastify'
import { documentOf, itemsOf, type Document } from '../routes/wire.ts'

/** The list that a client follows, and its query. */
export interface FollowedList {
  /** Address of the list. */
  list: string
  /** Whether the posts of the list are published; undefined if the list also shows drafts. */
  published: boolean | undefined
  format: 'xml' | 'json'
  /** Parameters of every request, such as `limit=20`. */
  query: string
  /** Number of changes of an address that clients share; undefined for addresses with the client's own number. */
  block?: number | undefined
}

export interface NaiveClient {
  /** Sends one request. Returns whether the response moved the cursor. */
  poll: () => Promise<boolean>
  /** Sends requests until the cursor no longer moves. Returns the number of requests. */
  catchUp: () => Promise<number>
  /** Returns the contents of the posts that the client shows, by post id. */
  contents: () => Record<string, string>
}

/** Maximum number of requests to catch up; a client that needs more is stuck. */
const MAX_POLLS = 2000

/**
 * Creates a client.
 * @param get requests a path of the service
 */
export const naiveClient = (
  get: (path: string) => Promise<Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'rawPayload'>>,
  { list, published, format, query, block }: FollowedList
): NaiveClient => {
  const contentOfPosts = new Map<string, string>()
  let since = '0'

  const getDocument = async (path: string) => {
    const answer = await get(path)
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.rawPayload}`)
    return documentOf(answer)
  }
  const hasLeft = ({ DeletedOn, IsPublished }: Document) =>
    DeletedOn !== undefined ||
    (published !== undefined && IsPublished !== undefined && IsPublished !== (published ? 'True' : 'False'))
  /** Applies an item of the list. The client follows a bare link, because it does not contain the post. */
  const apply = async (item: Document) => {
    const { href } = item
    const path = new URL(String(href)).pathname
    const id = /\/(\d+)(\.\w+)?$/.exec(path)?.[1] ?? path
    const post = Object.keys(item).every((name) => name === 'href') ? await getDocument(path) : item
    if (hasLeft(post)) contentOfPosts.delete(id)
    else contentOfPosts.set(id, String(post.Content))
  }
  const boundsOf = (cursor: number) => {
    if (block === undefined) return `cId.since=${cursor}`
    const start = cursor - (cursor % block)
    return `cId.since=${start}&cId.end=${start + block}`
  }
  const poll = async () => {
    const cursor = Number(since)
    const answer = await getDocument(`${list}.${format}?${boundsOf(cursor)}${query === '' ? '' : `&${query}`}`)
    // A block has changes that the client has already, and a cached one may have them as they were.
    const isNew = ({ CId }: Document) => block === undefined || Number(CId) > cursor
    for (const item of itemsOf(answer).filter(isNew)) await apply(item)
    since = String(block === undefined ? answer.lastCId : Math.max(cursor, Number(answer.lastCId)))
    return since !== String(cursor)
  }

  return {
    poll,
    catchUp: async () => {
      for (let polls = 1; polls <= MAX_POLLS; polls++) {
        if (!(await poll())) return polls
      }
      throw new Error(`the client does not catch up with ${list}?${query}`)
    },
    contents: () => Object.fromEntries(contentOfPosts)
  }
}
