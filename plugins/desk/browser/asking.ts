/** Sends requests about posts, and brings their answers into the state of the page. */
import { postResource } from '../view/addresses.ts'
import { isPassing, send, type Answer, type Request } from '../../../clients/js/src/requests.ts'
import { reasonOf } from '../view/reasons.ts'
import type { Notice } from '../view/state.ts'
import { notify } from './notices.ts'
import { withPosts } from '../view/posts.ts'
import type { Store } from './store.ts'

/** Sends a request about a post, and brings its answer into the state, as `take` does. */
export const change = async (
  store: Store,
  address: string,
  request: Request,
  post?: number,
  offer?: Notice
): Promise<boolean> => take(store, await ask(store, address, request), post, offer)

/** Sends a request about a post. */
export const ask = (store: Store, address: string, request: Request): Promise<Answer> =>
  send(address, { ...request, user: store.get().me.Id, key: crypto.randomUUID() })

/**
 * Brings the answer to a request about a post into the state.
 * @param post the post that the message about a failure names
 * @param offer the message whose button sent the request. If it can succeed later, the one about its failure has the
 *   button, too
 * @returns whether it was carried out
 */
export const take = (store: Store, answer: Answer, post?: number, offer?: Notice): boolean => {
  const { status, document } = answer
  const isDone = status !== 0 && status < 400
  if (isDone) store.set((state) => withPosts(state, [document], 'own'))
  else {
    const hasEnded = status === 401
    if (hasEnded) store.set({ connection: 'ended' })
    const canRepeat = hasEnded || isPassing(answer)
    notify(store, { ...(canRepeat && offer), text: reasonOf(answer), isError: true }, post)
  }
  return isDone
}

/** Returns the address of a post. @param operation its end, such as `/Publish` */
export const addressOf = (store: Store, post: number, operation = ''): string =>
  postResource(store.get().blog.href, post) + operation
