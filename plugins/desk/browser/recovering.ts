/** Brings back the texts left on this device: the posts of corrections, and the texts of pages that are closed. */
import { withRecovered } from '../view/recovered.ts'
import { withPosts } from '../view/posts.ts'
import type { KeptTexts, Keeper } from './keeper.ts'
import type { Outbox } from './outbox.ts'
import { readPost } from './reading.ts'
import type { Store } from './store.ts'

/** Milliseconds between two looks for texts of closed pages. */
const INTERVAL = 20_000

/** Reads the posts of corrections that the page lacks, such as old ones after it was loaded again. */
const readCorrected = async (store: Store): Promise<void> => {
  const { corrections, outbox, posts } = store.get()
  const waiting = outbox.flatMap(({ target }) => target ?? [])
  for (const { post } of [...Object.values(corrections), ...waiting]) {
    if (posts[post] !== undefined) continue
    const { status, document } = await readPost(store, post)
    if (status === 200) store.set((state) => withPosts(state, [document], 'own'))
  }
}

/** Brings back the texts left, now and whenever other pages of the blog are closed. */
export const recover = (store: Store, keeper: Keeper, outbox: Outbox): void => {
  const take = (texts: KeptTexts) => {
    store.set((state) => withRecovered(state, texts))
    outbox.flush()
    return store.get().isUnsafe !== true
  }
  const collect = () =>
    store.get().isUnsafe === true ? undefined : keeper.collect(take).then(() => readCorrected(store))
  void collect()
  setInterval(collect, INTERVAL)
  store.watch(({ connection }, before) => {
    if (connection === 'live' && before.connection !== 'live') void readCorrected(store)
  })
}
