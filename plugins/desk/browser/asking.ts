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
  post: number,
  operation: string,
  request: Request,
  offer?: Notice
): Promise<boolean> => take(store, await ask(store, post, operation, request), post, offer)

/** The last request about each post if it has no answer. The service may have done it, and must not do it again. */
const unanswered = new Map<number, { readonly request: string; readonly key: string }>()

/** Sends a request about a post. @param operation the end of its address, such as `/Publish` */
export const ask = async (store: Store, post: number, operation: string, request: Request): Promise<Answer> => {
  const { blog, me, posts } = store.get()
  // The same operation on a post that has changed since is another one.
  const own = JSON.stringify([posts[post]?.CId, operation, request])
  const last = unanswered.get(post)
  const key = last?.request === own ? last.key : crypto.randomUUID()
  unanswered.set(post, { request: own, key })
  const answer = await send(postResource(blog.href, post) + operation, { ...request, user: me.Id, key })
  if (!isPassing(answer)) unanswered.delete(post)
  return answer
}

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
