/** Reads the blog itself again, when somebody has changed it. */
import { headIn } from '../view/items.ts'
import type { State } from '../view/state.ts'
import { send } from '../../../clients/js/src/requests.ts'
import { notify } from './notices.ts'
import type { Store } from './store.ts'

/** Brings title, state and the user's rights into the page, and announces the differences. */
export const readBlog = async (store: Store): Promise<void> => {
  const { base, blog, me } = store.get()
  const mayIn = async (role: string) => {
    const { status, document } = await send(
      `${base}/resources/Filter/Authenticated/${me.Id}/Blog/${blog.Id}/HasBlog/${role}`
    )
    return status === 200 ? document.HasAccess === true : undefined
  }
  const [{ status, document }, mayPublish, mayPost] = await Promise.all([
    send(`${blog.href}?X-Filter=*`),
    mayIn('Administrator'),
    mayIn('Collaborator')
  ])
  if (status !== 200 || mayPublish === undefined || mayPost === undefined) return
  const head = headIn(document)
  // Another reading may have brought the news while this one waited.
  const text = newsIn(store.get().blog, head)
  store.set((state) => ({ blog: { ...state.blog, ...head }, mayPublish, mayPost }))
  if (text !== undefined) notify(store, { text })
}

/** Returns the sentence that tells people how a blog has changed; undefined if its state is the same. */
const newsIn = (before: State['blog'], { IsLive, IsClosed }: Pick<State['blog'], 'IsLive' | 'IsClosed'>) => {
  if (IsClosed !== before.IsClosed) return IsClosed ? 'This blog was closed.' : 'This blog is open again.'
  if (IsLive !== before.IsLive) {
    return IsLive ? 'This blog is live: readers see it.' : 'Readers no longer see this blog.'
  }
  return undefined
}
