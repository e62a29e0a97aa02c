/** Actions that change what the page shows: places, filters, older posts, dialogs, and the login. */
import { itemsIn } from '../view/items.ts'
import { filteredList } from '../view/filter.ts'
import { isPost } from '../view/post.ts'
import { timelineOf } from '../view/derived.ts'
import type { Filter, Panel, State } from '../view/state.ts'
import type { Action, Actions, Happening } from './happening.ts'
import { isPassing, reasonOf, send } from './interface.ts'
import { notify } from './notices.ts'
import { withPosts } from './posts.ts'
import type { Store } from './store.ts'

/** Number of posts in each part of the timeline. */
const PAGE = 50
const PANELS: readonly Panel[] = ['timeline', 'submitted', 'drafts', 'comments', 'later']

/** Reads posts of the blog. @returns undefined without an answer; the page then says so */
const readPosts = async (store: Store, end: string) => {
  const answer = await send(`${store.get().blog.href}/${end}&limit=${PAGE + 1}&X-Filter=*`)
  if (answer.status === 200) return itemsIn(answer.document, 'PostList').filter(isPost)
  const text = isPassing(answer) ? 'There is no connection. Try again.' : reasonOf(answer)
  notify(store, { text, isError: true })
  return undefined
}

/** Number of published posts that the page keeps when new ones are shown, so that a long night stays quick. */
const MAX_SHOWN = 500

/** Returns the state with the newest published posts only. Those that are being corrected stay. */
const newest = ({ posts, corrections, hasOlder }: State): Partial<State> => {
  const published = Object.values(posts).filter(({ IsPublished }) => IsPublished)
  const surplus = published.sort((one, other) => other.Order - one.Order).slice(MAX_SHOWN)
  const gone = new Set(surplus.map(({ Id }) => Id).filter((id) => corrections[id] === undefined))
  const kept = Object.fromEntries(Object.entries(posts).filter(([, { Id }]) => !gone.has(Id)))
  return { posts: kept, hasOlder: hasOlder || gone.size > 0 }
}

const older: Action = async ({ store }) => {
  const last = timelineOf(store.get())
    .filter(({ PinnedOn }) => PinnedOn === undefined)
    .at(-1)
  if (last === undefined) return
  const posts = await readPosts(store, `Post/Published?detailed=false&order.until=${last.Order}`)
  if (posts === undefined) return
  const fresh = posts.filter(({ Id }) => Id !== last.Id)
  store.set((state) => ({ ...withPosts(state, fresh, 'asked'), hasOlder: posts.length > PAGE }))
}

const filter: Action = async ({ store, element }) => {
  const form = element.closest('form')
  if (form === null) return
  const wanted = filterOf(new FormData(form))
  const end = filteredList(wanted)
  if (end === undefined) return store.set({ filter: {}, found: undefined })
  store.set({ filter: wanted })
  const posts = await readPosts(store, end)
  if (posts === undefined) return
  store.set((state) => ({ ...withPosts(state, posts, 'asked'), found: posts.map(({ Id }) => Id) }))
}

const filterOf = (fields: FormData): Filter => {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  const only = text('only')
  return {
    ...(text('who') !== '' && { who: Number(text('who')) }),
    ...(text('type') !== '' && { type: text('type') }),
    ...((only === 'key' || only === 'pictures') && { only }),
    ...(text('text') !== '' && { text: text('text') })
  }
}

const login: Action = async ({ store, outbox, fields, element }) => {
  const body = new URLSearchParams({ to: '/health/live' })
  for (const name of ['UserName', 'Password']) body.set(name, String(fields.get(name) ?? ''))
  const response = await fetch('/login', { method: 'POST', body }).catch(() => undefined)
  if (response?.ok !== true) return say(element, failureOf(response?.status))
  // Somebody else works on now, with rights of their own.
  if (body.get('UserName') !== store.get().login) return location.reload()
  store.set({ connection: 'starting' })
  outbox.flush()
}

const failureOf = (status: number | undefined) => {
  if (status === 401) return 'The name or the password is wrong.'
  if (status === 429) return 'Too many attempts. Try again in fifteen minutes.'
  return 'There is no connection. Try again.'
}

const say = (element: Element, text: string) => {
  const place = element.closest('form')?.querySelector('[data-reason]')
  if (place) place.textContent = text
}

export const looking: Actions = {
  panel: ({ store, value }) => showPanel(store, PANELS.find((panel) => panel === value) ?? 'timeline'),
  'show-held': ({ store }) => store.set((state) => ({ ...newest(state), held: [], seen: state.cursor })),
  older,
  filter,
  dialog: ({ store, value }) => store.set({ dialog: dialogOf(value) }),
  login,
  copy: async ({ store, value }: Happening) => {
    const isCopied = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false
    )
    notify(store, isCopied ? { text: 'The link is in the clipboard.' } : { text: value })
  }
}

const dialogOf = (value: string): State['dialog'] => (value === 'help' || value === 'later' ? value : undefined)

/** Shows a panel, and writes it into the address, so that a reload and the way back lead there. */
const showPanel = (store: Store, panel: Panel) => {
  store.set({ panel })
  history.replaceState(null, '', panel === 'timeline' ? location.pathname : `?panel=${panel}`)
  store.afterRender(() => document.getElementById('list')?.scrollIntoView({ block: 'nearest' }))
}
