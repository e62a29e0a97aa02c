/** Follows the changes of the blog, and says who is here. */
import { isObject, membersOf, type Row } from '../../../schemas/language/rows.ts'
import { blogChanges } from '../../pages/browser/blog-changes.ts'
import { itemsIn } from '../view/items.ts'
import type { Connection, Present } from '../view/state.ts'
import { send } from './interface.ts'
import type { Outbox } from './outbox.ts'
import { withPosts } from './posts.ts'
import type { Store } from './store.ts'

/** Milliseconds for which changes are collected, so that many at once are one change of the page. */
const COLLECTING = 100
/** Milliseconds between two messages that the user is here; the service forgets them after 30 seconds. */
const PRESENCE = 10_000

/** Follows all posts of the blog. */
export const followPosts = (store: Store, outbox: Outbox) => {
  let collected: Row[] = []
  const bringIn = () => {
    const rows = collected
    collected = []
    store.set((state) => withPosts(state, rows, 'colleagues'))
  }
  const changes = blogChanges({
    address: () => {
      const { blog, cursor } = store.get()
      return `${blog.href}/Post.json?X-Filter=*&X-Format-Values=typed&cId.since=${cursor}`
    },
    take: (text) => {
      const document: unknown = JSON.parse(text)
      if (!isObject(document)) return
      if (collected.length === 0) setTimeout(bringIn, COLLECTING)
      collected.push(...('PostList' in document ? itemsIn(document, 'PostList') : [document]))
    },
    onState: (state) => {
      const connection = connectionOf(state)
      if (connection !== store.get().connection) store.set({ connection })
      if (connection === 'live') outbox.flush()
    }
  })
  changes.start()
  // After a login, the stream begins again.
  store.watch(({ connection }, before) => {
    if (connection === 'starting' && before.connection === 'ended') changes.start()
  })
}

const connectionOf = (state: 'live' | 'polling' | 'waiting' | 'ended' | 'closed' | 'gone'): Connection => {
  if (state === 'polling' || state === 'closed') return 'live'
  return state
}

/** Says again and again that the user is here, and which post they correct; learns who else is. */
export const announcePresence = (store: Store) => {
  const announce = async () => {
    if (document.hidden || store.get().connection === 'ended') return
    const { blog, corrections } = store.get()
    const [post] = Object.keys(corrections)
    const body = post === undefined ? {} : { Post: Number(post) }
    const { status, document: list } = await send(`${blog.href}/Presence`, { method: 'PUT', body })
    if (status === 200) store.set({ present: itemsIn(list, 'PresenceList').flatMap(presentIn) })
  }
  void announce()
  setInterval(announce, PRESENCE)
  document.addEventListener('visibilitychange', announce)
  store.watch(({ corrections }, before) => {
    if (Object.keys(corrections).join() !== Object.keys(before.corrections).join()) void announce()
  })
}

const presentIn = ({ Name, User, Post }: Row): readonly Present[] => {
  const { Id: user } = membersOf(User)
  const { Id: post } = membersOf(Post)
  if (typeof user !== 'number') return []
  return [{ user, name: String(Name), ...(typeof post === 'number' && { post }) }]
}
