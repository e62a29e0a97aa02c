/** Follows the changes of the blog, and says who is here. */
import { membersIn, membersOf, type Row } from '../../../schemas/language/rows.ts'
import { changes } from '../../../clients/js/src/changes.ts'
import type { News, Parsed, State as Following } from '../../../clients/js/src/news.ts'
import { send } from '../../../clients/js/src/requests.ts'
import { switchable } from '../../../clients/js/src/switchable.ts'
import { headIn, itemsIn } from '../view/items.ts'
import { isPost } from '../view/post.ts'
import type { Connection, Present, State } from '../view/state.ts'
import { notify } from './notices.ts'
import type { Outbox } from './outbox.ts'
import { withPosts } from '../view/posts.ts'
import type { Store } from './store.ts'

/** Milliseconds for which changes are collected, so that many at once are one change of the page. */
const COLLECTING = 100
/**
 * Milliseconds between two messages that the user is here; the service forgets them 30 to 40 seconds after the last.
 * Colleagues on the same blog learn within two seconds who corrects what; the service only reads for that.
 */
const PRESENCE_ALONE = 10_000
const PRESENCE_TOGETHER = 1500
/** The page asks for the rights of its user once in this many times `PRESENCE_ALONE`. */
const RIGHTS_EVERY = 6

/** Follows all posts of the blog. */
export const followPosts = (store: Store, outbox: Outbox) => {
  let collected: Row[] = []
  /** Whether the stream has ended for good: the blog is closed or gone. */
  let isOver = false
  /** Whether the blog has changed since the page could last read it. */
  let isBehind = false
  const catchUp = async () => {
    isBehind = !(await readBlog(store))
    return !isBehind
  }
  const bringIn = () => {
    const rows = collected
    collected = []
    const before = store.get()
    const decisions = rows.flatMap((row) => decisionOn(before, row))
    store.set((state) => withPosts(state, rows, 'colleagues'))
    for (const [post, text] of decisions) notify(store, { text }, post, before)
  }
  const tell = (state: Following) => {
    // The stream may be open to everybody. Only a login ends the state without a session.
    if (store.get().connection === 'ended') return
    isOver = state === 'closed' || state === 'gone'
    if (state === 'closed') void catchUp()
    // The stream of a closed blog ends at once, and nothing can be sent.
    if (state === 'waiting' && store.get().blog.IsClosed) return
    const connection = connectionOf(state)
    if (connection !== store.get().connection) store.set({ connection })
    if (connection === 'live') outbox.flush()
  }
  const take = (news: News<Row>) => {
    if ('version' in news) void catchUp()
    if ('isReset' in news) location.reload()
    if ('state' in news) tell(news.state)
    if (!('items' in news) || news.items.length === 0) return
    if (collected.length === 0) setTimeout(bringIn, COLLECTING)
    collected.push(...news.items)
  }
  const following = switchable((signal) => {
    const { blog, cursor } = store.get()
    return changes({
      list: `${blog.href}/Post.json?X-Filter=*&X-Format-Values=typed`,
      since: cursor,
      credentials: 'same-origin',
      signal,
      parse: rowsIn,
      blogVersion: () => store.get().blog.version
    })
  }, take)
  void following.start()
  store.watch(({ connection }, before) => {
    if (connection !== 'starting' || before.connection !== 'ended') return
    // After a login, here or on another page.
    outbox.flush()
    void following.start()
  })
  let ticks = 0
  // The stream cannot say that a closed blog is open again, or that a proxy was wrong which said that it is gone. Nor
  // does it tell of the user's rights, for which the page also asks in the background: its session does not end then.
  setInterval(async () => {
    ticks += 1
    if (ticks % RIGHTS_EVERY > 0 && (document.hidden || (!isOver && !isBehind))) return
    if ((await catchUp()) && isOver && !store.get().blog.IsClosed) void following.start()
  }, PRESENCE_ALONE)
}

/**
 * Brings title, state and the user's rights into the page, and announces the differences.
 * @returns whether they could be read
 */
const readBlog = async (store: Store): Promise<boolean> => {
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
  if (status !== 200 || mayPublish === undefined || mayPost === undefined) return false
  const head = headIn(document)
  // Another reading may have brought the news while this one waited.
  const text = newsIn(store.get(), head, mayPublish)
  store.set((state) => ({ blog: { ...state.blog, ...head }, mayPublish, mayPost }))
  if (text !== undefined) notify(store, { text })
  return true
}

type BlogState = Pick<State['blog'], 'IsLive' | 'IsClosed'>

/** Returns the sentence that tells people how a blog or their rights in it have changed; undefined if neither has. */
const newsIn = (before: State, { IsLive, IsClosed }: BlogState, mayPublish: boolean) => {
  if (IsClosed !== before.blog.IsClosed) return IsClosed ? 'This blog was closed.' : 'This blog is open again.'
  if (IsLive !== before.blog.IsLive) {
    return IsLive ? 'This blog is live: readers see it.' : 'Readers no longer see this blog.'
  }
  // "Hand in" has become "Publish", or the other way round.
  if (mayPublish === before.mayPublish) return undefined
  return mayPublish ? 'You publish in this blog now.' : 'You no longer publish in this blog.'
}

/** Returns the announcement of what an editor has just done with a post of the user. */
const decisionOn = ({ me, posts, mayPublish }: State, row: Row): readonly (readonly [number, string])[] => {
  const deleted = row.DeletedOn === undefined ? undefined : posts[Number(row.Id)]
  if (!mayPublish && deleted?.Creator.Id === me.Id) return [[deleted.Id, 'Your post was deleted.']]
  if (!isPost(row) || row.Creator.Id !== me.Id) return []
  const { Id, ReturnNote, IsPublished } = row
  const { [Id]: before } = posts
  if (!mayPublish && IsPublished && before?.IsPublished === false) return [[Id, 'An editor has published your post.']]
  return ReturnNote === undefined || before?.ReturnNote === ReturnNote
    ? []
    : [[Id, `Returned to your drafts: ${ReturnNote}`]]
}

const rowsIn = (text: string): Parsed<Row> => {
  const document = membersIn(text)
  if (!('PostList' in document)) return { items: [[Number(document.CId), document]] }
  const items = itemsIn(document, 'PostList')
  return {
    items: items.map((row) => [Number(row.CId), row]),
    last: Number(document.lastCId),
    hasMore: Number(document.total) > items.length
  }
}

const connectionOf = (state: Following): Connection => {
  if (state === 'polling' || state === 'closed') return 'live'
  return state
}

/** Reports again and again that the user is here, and the post that they correct; learns who else is here. */
export const announcePresence = (store: Store) => {
  const announce = async () => {
    if (document.hidden) return
    const { blog, corrections, me, connection } = store.get()
    const [post] = Object.keys(corrections)
    const body = post === undefined ? {} : { Post: Number(post) }
    const { status, document: list } = await send(`${blog.href}/Presence`, { method: 'PUT', body, user: me.Id })
    // The user has logged in on another page, so requests have a session again.
    if (status === 200 && connection === 'ended') store.set({ connection: 'starting' })
    if (status === 401) store.set({ connection: 'ended', present: [] })
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
