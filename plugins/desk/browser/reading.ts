/** Reads posts that may have changed, and compares them. */
import { send, type Answer } from '../../../clients/js/src/requests.ts'
import type { Post } from '../view/post.ts'
import type { Store } from './store.ts'

/** Reads a post as it is now. The document of a single item does not contain its own address. */
export const readPost = async (store: Store, post: number): Promise<Answer> => {
  const href = `${store.get().blog.href}/Post/${post}`
  const { status, document } = await send(`${href}?X-Filter=*,Editor.Id,Editor.Name,Editor.FullName`)
  return { status, document: { ...document, href } }
}

type Words = Pick<Post, 'Content' | 'Meta'>

/** Returns whether two versions of a post have the same words. */
export const hasSameWords = (one: Words, other: Words): boolean =>
  one.Content === other.Content && one.Meta === other.Meta
