/** Reads documents, with types. */
import type { Connection } from './connection.ts'
import { jsonAddress, namesWith, plainAddress, type FilterOf, type Selected } from './filter.ts'
import type { Post, PostList } from './models.ts'
import { Refusal } from './refusal.ts'
import { documentIn, isObject, textOf } from './requests.ts'
import type { KnownPost } from './writing.ts'

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
  readonly PostList: readonly (KnownPost & Selected<Post, Names>)[]
}

/**
 * Reads a page of a list of posts.
 * @throws Refusal if the service refuses it, or cannot be reached
 */
export const readPosts = async <Names extends FilterOf<Post> = '*'>(
  list: string,
  { filter, offset = 0, limit = 100, ...connection }: PageOptions<Names> = {}
): Promise<PostPage<Names>> =>
  readDocument(jsonAddress(list, namesWith(['CId'], filter), { offset: `${offset}`, limit: `${limit}` }), connection)

/**
 * Reads an item, such as `read<Blog>(address)`. Its `href` is that address.
 * @throws Refusal as `readPosts`
 */
export const read = async <Item, Names extends FilterOf<Item> = FilterOf<Item>>(
  address: string,
  { filter = [], ...connection }: ReadOptions<Names> = {}
): Promise<Item & Pick<KnownPost, 'href'>> => {
  const item = await readDocument<Item>(jsonAddress(address, filter), connection)
  return { ...item, href: plainAddress(address.replace(/\?.*/, '')) }
}

const readDocument = async <Document>(address: string, connection: Connection): Promise<Document> => {
  const { status, text, cause } = await textOf(address, connection)
  const document = status === 200 ? documentIn<Document>(text) : undefined
  if (!isObject(document)) throw new Refusal(status, text, cause)
  return document
}
