/** Actions that change what the page shows: places, filters, older posts, dialogs, and the login. */
import type { Row } from '../../../schemas/language/rows.ts'
import { itemsIn } from '../view/items.ts'
import { filterIn, isFiltering, pageIn, timelineList, type Filter } from '../view/filter.ts'
import { isPost } from '../view/post.ts'
import { panelNamed, type Panel } from '../view/panels.ts'
import { newest, withPosts } from '../view/posts.ts'
import { partIn, WAITING_PLACES, waitingList } from '../view/waiting.ts'
import { focusBox } from './focus.ts'
import { say, type Action, type Actions, type ActionEvent } from './actions.ts'
import { send, TIME_LIMIT } from '../../../clients/js/src/requests.ts'
import { NO_CONNECTION, reasonOf } from '../view/reasons.ts'
import { notify } from './notices.ts'
import type { Store } from './store.ts'

/** Milliseconds before a filter is tried again: as long as the message about its failure stays. */
const RETRY = 10_000

/** Reads a list of posts of the blog. @returns undefined without an answer; the page then says so */
const readList = async (store: Store, end: string): Promise<Row | undefined> => {
  const answer = await send(`${store.get().blog.href}/${end}`)
  if (answer.status === 200) return answer.document
  if (answer.status === 401) store.set({ connection: 'ended' })
  notify(store, { text: reasonOf(answer), isError: true })
  return undefined
}

/** Reads published posts that match a filter. @param below only those with a lower order */
const readTimeline = async (store: Store, filter: Filter, below?: number) => {
  const document = await readList(store, timelineList(filter, below))
  return document && pageIn(itemsIn(document, 'PostList').filter(isPost))
}

const older: Action = async ({ store }) => {
  const { filter, matches, floor } = store.get()
  // While the posts that match a filter are being read, the page shows all.
  const page = await (matches === undefined
    ? readTimeline(store, {}, floor)
    : readTimeline(store, filter, matches.floor))
  if (page === undefined) return
  store.set((state) => {
    // Somebody may have gone on filtering, or shown newer posts, meanwhile.
    if (state.filter !== filter || state.floor !== floor) return {}
    const change = withPosts(state, page.posts, 'asked')
    if (matches === undefined) return { ...change, floor: page.floor }
    const ids = new Set([...(change.matches?.ids ?? []), ...page.posts.map(({ Id }) => Id)])
    return { ...change, matches: { ids: [...ids], floor: page.floor } }
  })
}

const further: Action = async ({ store, value }) => {
  const place = WAITING_PLACES.find((name) => name === value)
  const { beyond, me } = store.get()
  if (place === undefined) return
  const document = await readList(store, waitingList(place, me.Id, beyond[place]?.after))
  if (document === undefined) return
  const part = partIn(document, place, store.get())
  store.set((state) => ({
    ...withPosts(state, part.posts, 'asked'),
    beyond: { ...state.beyond, [place]: part.beyond }
  }))
}

const filter: Action = async ({ store, element }) => {
  const form = element.closest('form')
  if (form === null) return
  const newFilter = filterIn(Object.fromEntries(new FormData(form)))
  if (!isFiltering(newFilter)) return store.set({ filter: {}, matches: undefined })
  store.set({ filter: newFilter })
  await readMatches(store, newFilter)
}

/** Reads the posts that match a filter. Until it can, it tries again: the page says that it shows only these. */
const readMatches = async (store: Store, filter: Filter): Promise<void> => {
  // The page says that the session has ended, once.
  const page = store.get().connection === 'ended' ? undefined : await readTimeline(store, filter)
  // Somebody may have gone on filtering meanwhile.
  if (store.get().filter !== filter) return
  if (page === undefined) {
    setTimeout(readMatches, RETRY, store, filter)
    return
  }
  const matches = { ids: page.posts.map(({ Id }) => Id), floor: page.floor }
  store.set((state) => ({ ...withPosts(state, page.posts, 'asked'), matches }))
}

const login: Action = async ({ store, fields, element }) => {
  const body = new URLSearchParams({ to: '/health/live' })
  for (const name of ['UserName', 'Password']) body.set(name, String(fields.get(name) ?? ''))
  const signal = AbortSignal.timeout(TIME_LIMIT)
  const response = await fetch(`${store.get().base}/login`, { method: 'POST', body, signal }).catch(() => undefined)
  if (response?.ok !== true) return say(element, refusalOf(response?.status))
  // Somebody else works on now, with their own rights.
  if (body.get('UserName')?.trim() !== store.get().login) return location.reload()
  store.set({ connection: 'starting' })
}

const refusalOf = (status: number | undefined) => {
  if (status === 401) return 'The name or the password is wrong.'
  if (status === 429) return 'Too many attempts. Try again in fifteen minutes.'
  return NO_CONNECTION
}

export const looking: Actions = {
  panel: ({ store, value }) => showPanel(store, panelNamed(value)),
  write: () => {
    document.getElementById('write')?.scrollIntoView({ block: 'center' })
    focusBox()
  },
  'show-held': ({ store }) => store.set((state) => ({ ...newest(state), held: [] })),
  older,
  further,
  filter,
  help: () => document.querySelector<HTMLDialogElement>('#help')?.showModal(),
  login,
  copy: async ({ store, value }: ActionEvent) => {
    const isCopied = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false
    )
    notify(store, isCopied ? { text: 'Link copied.' } : { text: value })
  }
}

/** Screens with the places at their lower edge, as in ../styles/places.css. */
const PHONE = '(max-width: 48rem)'

/** Shows a panel, and writes it into the address, so that a reload and the way back lead there. */
const showPanel = (store: Store, panel: Panel) => {
  store.set({ panel })
  history.replaceState(null, '', panel === 'timeline' ? location.pathname : `?panel=${panel}`)
  // On a phone, the box fills the screen above the list.
  const block = matchMedia(PHONE).matches ? 'start' : 'nearest'
  store.afterRender(() => document.getElementById('list')?.scrollIntoView({ block }))
}
