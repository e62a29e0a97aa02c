/** Actions that change what the page shows: places, filters, older posts, dialogs, and the login. */
import { itemsIn } from '../view/items.ts'
import { filteredList, filterIn, PAGE } from '../view/filter.ts'
import { isPost } from '../view/post.ts'
import { timelineOf, unpinned } from '../view/derived.ts'
import { panelNamed, type Panel } from '../view/panels.ts'
import type { State } from '../view/state.ts'
import { focusBox } from './focus.ts'
import type { Action, Actions, Happening } from './happening.ts'
import { failureOf, NO_CONNECTION, send } from './interface.ts'
import { notify } from './notices.ts'
import { withPosts } from './posts.ts'
import type { Store } from './store.ts'

/** Reads posts of the blog. @returns undefined without an answer; the page then says so */
const readPosts = async (store: Store, end: string) => {
  const answer = await send(`${store.get().blog.href}/${end}&limit=${PAGE + 1}&X-Filter=*`)
  if (answer.status === 200) return itemsIn(answer.document, 'PostList').filter(isPost)
  notify(store, { text: failureOf(answer), isError: true })
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
  const last = unpinned(timelineOf(store.get())).at(-1)
  if (last === undefined) return
  const posts = await readPosts(store, `Post/Published?detailed=false&order.until=${last.Order}`)
  if (posts === undefined) return
  const fresh = posts.filter(({ Id }) => Id !== last.Id)
  store.set((state) => ({ ...withPosts(state, fresh, 'asked'), hasOlder: posts.length > PAGE }))
}

const filter: Action = async ({ store, element }) => {
  const form = element.closest('form')
  if (form === null) return
  const wanted = filterIn(Object.fromEntries(new FormData(form)))
  const end = filteredList(wanted)
  if (end === undefined) return store.set({ filter: {}, found: undefined })
  store.set({ filter: wanted })
  const posts = await readPosts(store, end)
  if (posts === undefined) return
  store.set((state) => ({ ...withPosts(state, posts, 'asked'), found: posts.map(({ Id }) => Id) }))
}

const login: Action = async ({ store, outbox, fields, element }) => {
  const body = new URLSearchParams({ to: '/health/live' })
  for (const name of ['UserName', 'Password']) body.set(name, String(fields.get(name) ?? ''))
  const response = await fetch(`${store.get().base}/login`, { method: 'POST', body }).catch(() => undefined)
  if (response?.ok !== true) return say(element, refusalOf(response?.status))
  // Somebody else works on now, with rights of their own.
  if (body.get('UserName') !== store.get().login) return location.reload()
  store.set({ connection: 'starting' })
  outbox.flush()
}

const refusalOf = (status: number | undefined) => {
  if (status === 401) return 'The name or the password is wrong.'
  if (status === 429) return 'Too many attempts. Try again in fifteen minutes.'
  return NO_CONNECTION
}

const say = (element: Element, text: string) => {
  const place = element.closest('form')?.querySelector('[data-reason]')
  if (place) place.textContent = text
}

export const looking: Actions = {
  panel: ({ store, value }) => showPanel(store, panelNamed(value)),
  write: () => {
    document.getElementById('write')?.scrollIntoView({ block: 'center' })
    focusBox()
  },
  'show-held': ({ store }) => store.set((state) => ({ ...newest(state), held: [], seen: state.cursor })),
  older,
  filter,
  help: ({ store }) => store.set({ dialog: 'help' }),
  login,
  copy: async ({ store, value }: Happening) => {
    const isCopied = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false
    )
    notify(store, isCopied ? { text: 'The link is in the clipboard.' } : { text: value })
  }
}

/** Screens with the places at their lower edge, as in ../blog.css. */
const PHONE = '(max-width: 48rem)'

/** Shows a panel, and writes it into the address, so that a reload and the way back lead there. */
const showPanel = (store: Store, panel: Panel) => {
  store.set({ panel })
  history.replaceState(null, '', panel === 'timeline' ? location.pathname : `?panel=${panel}`)
  // On a phone, the box fills the screen above the list.
  const block = matchMedia(PHONE).matches ? 'start' : 'nearest'
  store.afterRender(() => document.getElementById('list')?.scrollIntoView({ block }))
}
