/** The script of the page of one blog: brings the page to life that the service has rendered. */
import { render } from 'preact'
import { isObject } from '../../../schemas/language/rows.ts'
import { plain } from '../view/content.ts'
import { hasText } from '../view/derived.ts'
import { withDrafts } from '../view/drafts.ts'
import { contextOf, differ, type Context } from '../view/parts.tsx'
import { Page } from '../view/page.tsx'
import { withRecovered } from '../view/recovered.ts'
import type { State } from '../view/state.ts'
import { unreadIn } from '../view/unread.ts'
import { archive } from './archive.ts'
import { createCards } from './cards.ts'
import { correcting } from './correcting.ts'
import { recall, remember } from './device.ts'
import { editorKeeper, toggling } from './editors.ts'
import { openFiles } from './files.ts'
import { keepFocus } from './focus.ts'
import { announcePresence, followPosts } from './following.ts'
import { postOf, type Actions } from './actions.ts'
import { isKeptHere, takePlace, type Keeper } from './keeper.ts'
import { listenToKeys } from './keys.ts'
import { looking } from './looking.ts'
import { managing } from './managing.ts'
import { listenToDrags } from './moving.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { placing } from './placing.ts'
import { recover } from './recovering.ts'
import { sanitise } from './sanitise.ts'
import { noteSeen, recallSeen } from './seen.ts'
import { settler } from './settle.ts'
import { createStore, type Store } from './store.ts'
import { createUploads, type Uploads } from './uploads.ts'
import { writing } from './writing.ts'

/** Name in the storage of the device that says whether the user has seen the first steps. */
const WELCOMED = 'desk:welcomed'
/** Milliseconds between two looks at the clock: after midnight, times of yesterday show their day. */
const MINUTE = 60_000
/** Screens without a column next to the timeline, as in ../styles/layout.css. */
const NARROW = '(max-width: 72rem)'

const actions: Actions = {
  ...writing,
  ...managing,
  ...placing,
  ...correcting,
  ...looking,
  ...toggling,
  ...archive,
  welcomed: ({ store }) => {
    remember(WELCOMED, 'yes')
    store.set({ isFirstVisit: false })
  }
}

const start = async (root: HTMLElement, initial: State) => {
  const keeper = await takePlace(initial.blog.Id, initial.me.Id)
  const typed = root.querySelector<HTMLTextAreaElement>('#write textarea')?.value ?? ''
  const type = root.querySelector<HTMLInputElement>('#write [name=Type]:checked')?.value ?? initial.draft.type
  const zone = initial.blog.hasZone ? initial.zone : Intl.DateTimeFormat().resolvedOptions().timeZone
  const narrow = matchMedia(NARROW)
  const fresh = {
    ...initial,
    isAlive: true,
    isNarrow: narrow.matches,
    isFirstVisit: recall(WELCOMED) === undefined,
    zone,
    seen: recallSeen(initial),
    isRich: false,
    ...keeper.read()
  }
  const show = renderer(root)
  const store = createStore({ ...fresh, ...withDrafts(fresh, plain) }, (state) => {
    show(state)
    editors.attend()
  })
  const editors = editorKeeper(store)
  const outbox = createOutbox(store, settler(store), createCards(store))
  keepText(store, keeper)
  // Somebody has typed before the script ran. A text that the device has kept then waits, like that of a closed page.
  if (typed.trim() !== '' && typed !== store.get().draft.text) {
    store.set((state) => ({
      ...withRecovered(state, { draft: state.draft, outbox: [], corrections: {} }),
      draft: { ...initial.draft, text: typed }
    }))
  }
  if (type !== initial.draft.type) store.set(({ draft }) => ({ draft: { ...draft, type } }))
  showDrafts(store)
  askBeforeLoss(store)
  const uploads = createUploads(store, openFiles(isKeptHere), outbox.flush)
  listen(store, outbox, uploads)
  narrow.addEventListener('change', ({ matches }) => store.set({ isNarrow: matches }))
  // Renders the page once: from now on it shows the controls that need a script.
  store.show()
  followPosts(store, outbox)
  announcePresence(store)
  noteSeen(store)
  recover(store, keeper, outbox)
  setInterval(() => store.set({}), MINUTE)
  void editors.begin()
  uploads.flush()
  outbox.flush()
}

/** Returns the function that shows a state. Items are rendered again only if something changed on which they depend. */
const renderer = (root: HTMLElement) => {
  let context: Context | undefined
  return (state: State) => {
    const next = contextOf(state, sanitise)
    if (context === undefined || differ(context, next)) context = next
    const restoreFocus = keepFocus()
    render(<Page state={state} context={context} />, root)
    restoreFocus()
    const unread = unreadIn(state)
    const title = `${state.blog.Title} – Desk`
    document.title = unread === '' ? title : `(${unread}) ${title}`
    root.querySelector<HTMLDialogElement>('dialog[data-modal]:not([open])')?.showModal()
  }
}

/** Keeps every change of the text on this device. */
const keepText = (store: Store, keeper: Keeper) =>
  store.watch((state, before) => {
    const { draft, outbox, corrections } = state
    if (draft === before.draft && outbox === before.outbox && corrections === before.corrections) return
    const isKept = keeper.write({ draft, outbox, corrections })
    store.set({ keptAt: isKept ? new Date().toISOString() : undefined, isUnsafe: !isKept })
  })

/** Lets the browser ask before somebody leaves a page with texts that the device does not keep. */
const askBeforeLoss = (store: Store) =>
  addEventListener('beforeunload', (event) => {
    const { isUnsafe, draft, outbox, corrections } = store.get()
    const hasAny = hasText(draft) || outbox.length > 0 || Object.keys(corrections).length > 0
    if (isUnsafe === true && hasAny) event.preventDefault()
  })

/** Shows another draft in the box at once: keys that are pressed before the next frame would go into the former one. */
const showDrafts = (store: Store) =>
  store.watch(({ draft }, before) => {
    if (draft.key !== before.draft.key) store.show()
  })

/** Lets the elements of the page carry out actions: by their attributes `data-action`, `data-input`, `data-change`. */
const listen = (store: Store, outbox: Outbox, uploads: Uploads) => {
  /** Actions on posts whose requests are on their way. Somebody who waits for the answer may press the button again. */
  const running = new Set<string>()
  const run = (name: string | undefined, element: HTMLElement, fields = new FormData()) => {
    const action = name === undefined ? undefined : actions[name]
    if (action === undefined) return false
    const post = postOf(element)
    const key = `${name} ${post}`
    if (running.has(key)) return true
    const result = action({ store, outbox, uploads, value: element.dataset.value ?? '', element, fields })
    if (result && post) {
      running.add(key)
      void result.finally(() => running.delete(key))
    }
    return true
  }
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event
    if (!(target instanceof HTMLFormElement)) return
    const element = submitter ?? target
    const name = element.dataset.action ?? target.dataset.action
    if (run(name, element, new FormData(target))) event.preventDefault()
  })
  let clicked: readonly unknown[] = []
  document.addEventListener('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-action]') : null
    const [before, action] = clicked
    clicked = [element, element?.dataset.action]
    if (element === null || element instanceof HTMLFormElement) return
    // The second click of a double click meets what the first one has put in its place: the button of another post.
    if (event.detail > 1 && (element !== before || element.dataset.action !== action)) return event.preventDefault()
    const isSubmit = element instanceof HTMLButtonElement && element.type === 'submit'
    if (isSubmit || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (run(element.dataset.action, element)) event.preventDefault()
  })
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement) run(target.dataset.input, target)
  })
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLElement) run(target.dataset.change, target)
  })
  document.addEventListener('close', () => store.set({ dialog: undefined }), { capture: true })
  store.watch(({ connection }, before) => {
    if (connection !== 'ended' || before.connection === 'ended') return
    // The login lies behind dialogs. After it, they would cover the box in which somebody writes by then.
    store.set({ dialog: undefined })
    document.querySelector<HTMLDialogElement>('#help')?.close()
  })
  listenToKeys(run)
  listenToDrags(store, uploads.add)
}

const isState = (value: unknown): value is State =>
  isObject(value) && isObject(value.posts) && isObject(value.blog) && isObject(value.draft)

/** Without HTTPS, browsers do not say that a request comes from this page, so the service refuses it the session. */
const explain = (root: HTMLElement) => {
  const notice = document.createElement('p')
  notice.className = 'notice wait'
  notice.textContent =
    'This page is not opened over HTTPS, so only its plain forms work. Ask for an address with https.'
  root.querySelector('main')?.prepend(notice)
}

const root = document.getElementById('desk')
const state: unknown = JSON.parse(document.getElementById('state')?.textContent ?? '{}')
if (root !== null && !isSecureContext) explain(root)
else if (root !== null && isState(state)) void start(root, state)
