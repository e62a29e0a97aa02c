/** Reads posts that may have changed, and compares them. */
import { send, type Answer } from '../../../clients/js/src/requests.ts'
import { postResource } from '../view/addresses.ts'
import type { Store } from './store.ts'

/** Reads a post as it is now. */
export const readPost = (store: Store, post: number): Promise<Answer> =>
  send(`${postResource(store.get().blog.href, post)}?X-Filter=*,Editor.Id,Editor.Name,Editor.FullName`)

interface Words {
  readonly Content?: unknown
  readonly Meta?: unknown
}

/** Returns whether two versions of a post have the same words. */
export const hasSameWords = (one: Words, other: Words): boolean =>
  one.Content === other.Content && one.Meta === other.Meta
