/** Sends requests about posts, and brings their answers into the state of the page. */
import { postResource } from '../view/addresses.ts'
import { send, type Answer, type Request } from '../../../clients/js/src/requests.ts'
import { reasonOf } from '../view/reasons.ts'
import { notify } from './notices.ts'
import { withPosts } from '../view/posts.ts'
import type { Store } from './store.ts'

/** Sends a request about a post, and brings its answer into the state, as `take` does. */
export const change = async (store: Store, address: string, request: Request, post?: number): Promise<boolean> =>
  take(store, await ask(store, address, request), post)

/** Sends a request about a post. */
export const ask = (store: Store, address: string, request: Request): Promise<Answer> =>
  send(address, { ...request, user: store.get().me.Id, key: crypto.randomUUID() })

/**
 * Brings the answer to a request about a post into the state.
 * @param post the post that the message about a failure names
 * @returns whether it was carried out
 */
export const take = (store: Store, answer: Answer, post?: number): boolean => {
  if (answer.status === 401) store.set({ connection: 'ended' })
  else if (answer.status === 0 || answer.status >= 400) notify(store, { text: reasonOf(answer), isError: true }, post)
  else {
    store.set((state) => withPosts(state, [answer.document], 'own'))
    return true
  }
  return false
}

/** Returns the address of a post. @param operation its end, such as `/Publish` */
export const addressOf = (store: Store, post: number, operation = ''): string =>
  postResource(store.get().blog.href, post) + operation
