/** Follows the changes of the blog, and says who is here. */
import { isObject, membersOf, type Row } from '../../../schemas/language/rows.ts'
import { blogChanges, type Followed } from '../../pages/browser/blog-changes.ts'
import { itemsIn } from '../view/items.ts'
import { isPost } from '../view/post.ts'
import type { Connection, Present, State } from '../view/state.ts'
import { readBlog } from './blog.ts'
import { send } from './interface.ts'
import { notify } from './notices.ts'
import type { Outbox } from './outbox.ts'
import { withPosts } from './posts.ts'
import type { Store } from './store.ts'

/** Milliseconds for which changes are collected, so that many at once are one change of the page. */
const COLLECTING = 100
/**
 * Milliseconds between two messages that the user is here; the service forgets them 30 seconds after the last one.
 * Colleagues on the same blog learn within two seconds who corrects what; the service only reads for that.
 */
const PRESENCE_ALONE = 10_000
const PRESENCE_TOGETHER = 1500

/** Follows all posts of the blog. */
export const followPosts = (store: Store, outbox: Outbox) => {
  let collected: Row[] = []
  const bringIn = () => {
    const rows = collected
    collected = []
    const returned = rows.flatMap((row) => returnedIn(store.get(), row))
    store.set((state) => withPosts(state, rows, 'colleagues'))
    for (const text of returned) notify(store, { text })
  }
  const followed: Followed = {
    address: () => {
      const { blog, cursor } = store.get()
      return `${blog.href}/Post.json?X-Filter=*&X-Format-Values=typed&cId.since=${cursor}`
    },
    take: (text) => {
      const document: unknown = JSON.parse(text)
      if (!isObject(document)) return false
      if (collected.length === 0) setTimeout(bringIn, COLLECTING)
      collected.push(...('PostList' in document ? itemsIn(document, 'PostList') : [document]))
      return false
    },
    streamParameters: () => `&blogVersion=${store.get().blog.version}`,
    takeVersion: () => {
      void readBlog(store)
    },
    onState: (state) => {
      if (state === 'closed') void readBlog(store)
      // The stream of a closed blog ends at once, and nothing can be sent.
      if (state === 'waiting' && store.get().blog.IsClosed) return
      const connection = connectionOf(state)
      if (connection !== store.get().connection) store.set({ connection })
      if (connection === 'live') outbox.flush()
    }
  }
  let changes = blogChanges(followed)
  changes.start()
  store.watch(({ connection, blog }, before) => {
    // After a login, the stream begins again.
    if (connection === 'starting' && before.connection === 'ended') changes.start()
    if (blog.IsClosed || !before.blog.IsClosed) return
    changes.stop()
    changes = blogChanges(followed)
    changes.start()
  })
  // The stream of a closed blog has ended: it cannot say that the blog is open again.
  setInterval(() => {
    if (store.get().blog.IsClosed && !document.hidden) void readBlog(store)
  }, PRESENCE_ALONE)
}

/** Returns what to say about a draft of the user that an editor has just returned. */
const returnedIn = ({ me, posts }: State, row: Row): readonly string[] => {
  if (!isPost(row) || row.Creator.Id !== me.Id || row.ReturnNote === undefined) return []
  const { [row.Id]: before } = posts
  return before?.ReturnNote === row.ReturnNote ? [] : [`Returned to your drafts: ${row.ReturnNote}`]
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
    const present = itemsIn(list, 'PresenceList').flatMap(presentIn)
    // Most answers are as before, and the page need not be rendered again.
    if (status === 200 && JSON.stringify(present) !== JSON.stringify(store.get().present)) store.set({ present })
  }
  const repeat = async () => {
    await announce()
    setTimeout(repeat, store.get().present.length > 1 ? PRESENCE_TOGETHER : PRESENCE_ALONE)
  }
  void repeat()
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
