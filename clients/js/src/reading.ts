/** Reads documents, with types. */
import type { Connection } from './connection.ts'
import { jsonAddress, type FilterOf, type Selected } from './filter.ts'
import type { Post, PostList } from './models.ts'
import { Refusal } from './refusal.ts'
import { documentIn, isObject, textOf } from './requests.ts'

export interface ReadOptions<Names extends string> extends Connection {
  /** The properties that you need. Without it, an item has those that are not hidden, and a list all of each post. */
  readonly filter?: readonly Names[]
}

export interface PageOptions<Names extends string> extends ReadOptions<Names> {
  /** Number of posts before the page, and on it. */
  readonly offset?: number
  readonly limit?: number
}

/** A page of a list. Go on with `follow` from its `lastCId`. */
export type PostPage<Names extends string> = Omit<PostList, 'PostList'> & {
  readonly PostList: readonly Selected<Post, Names>[]
}

/**
 * Reads a page of a list of posts.
 * @throws Refusal if the service refuses it, or cannot be reached
 */
export const readPosts = async <Names extends FilterOf<Post> = '*'>(
  list: string,
  { filter, offset = 0, limit = 100, ...connection }: PageOptions<Names> = {}
): Promise<PostPage<Names>> =>
  readDocument(jsonAddress(list, filter ?? ['*'], { offset: `${offset}`, limit: `${limit}` }), connection)

/**
 * Reads an item, such as `read<Blog>(address)`.
 * @throws Refusal as `readPosts`
 */
export const read = async <Item, Names extends FilterOf<Item> = FilterOf<Item>>(
  address: string,
  { filter = [], ...connection }: ReadOptions<Names> = {}
): Promise<Item> => readDocument(jsonAddress(address, filter), connection)

const readDocument = async <Document>(address: string, connection: Connection): Promise<Document> => {
  const { status, text, cause } = await textOf(address, connection)
  const document = status === 200 ? documentIn<Document>(text) : undefined
  if (!isObject(document)) throw new Refusal(status, text, cause)
  return document
}
