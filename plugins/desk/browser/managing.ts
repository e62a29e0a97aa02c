/** Actions on posts of the blog: publish, withdraw, return, delete, pin, mark, move, and undo. */
import { postsIn, timelineOf, unpinned } from '../view/derived.ts'
import { mayMove } from '../view/rights.ts'
import type { Notice, State } from '../view/state.ts'
import { postOf, type Action, type Actions } from './happening.ts'
import { failureOf, isPassing, send, type Request } from './interface.ts'
import { closeNotice, notify } from './notices.ts'
import { withPosts } from './posts.ts'
import { without } from './records.ts'
import type { Store } from './store.ts'

/** An operation on a post: the end of its address, the message after it, and the action that takes it back. */
interface Operation {
  readonly end: string
  readonly done: string
  readonly undo?: string
}

const operations: Readonly<Record<string, Operation>> = {
  'publish-post': { end: 'Publish', done: 'Published.', undo: 'withdraw' },
  withdraw: { end: 'Unpublish', done: 'Withdrawn. Readers no longer see it.', undo: 'publish-again' },
  'submit-post': { end: 'Submit', done: 'Handed in.', undo: 'take-back' },
  'take-back': { end: 'Return', done: 'Taken back. It is in your drafts.', undo: 'submit-post' },
  unschedule: { end: 'Unschedule', done: 'It stays a draft.' },
  pin: { end: 'Pin', done: 'Pinned above all others.', undo: 'unpin' },
  unpin: { end: 'Unpin', done: 'No longer pinned.', undo: 'pin' },
  'mark-key': { end: 'MarkKeyPoint', done: 'Marked as a key point.', undo: 'unmark' },
  unmark: { end: 'UnmarkKeyPoint', done: 'No longer a key point.', undo: 'mark-key' },
  hide: { end: 'Hide', done: 'Deleted.', undo: 'unhide' },
  unhide: { end: 'Unhide', done: 'It is back.' },
  block: { end: 'Block', done: 'Rejected. Its author cannot comment here for a day.' }
}

/** Sends a request about a post, and brings its answer into the state. @returns whether it was carried out */
const change = async (store: Store, address: string, request: Request): Promise<boolean> => {
  const answer = await send(address, { ...request, key: crypto.randomUUID() })
  if (answer.status === 401) store.set({ connection: 'ended' })
  else if (isPassing(answer) || answer.status >= 400) notify(store, { text: failureOf(answer), isError: true })
  else {
    store.set((state) => withPosts(state, [answer.document], 'own'))
    return true
  }
  return false
}

const operate = async (store: Store, name: string, postId: number) => {
  const { [name]: operation } = operations
  const { blog } = store.get()
  if (operation === undefined) return
  const undo = undoOf(store.get(), operation, postId)
  const isDone = await change(store, `${blog.href}/Post/${postId}/${operation.end}`, { method: 'POST' })
  if (isDone) notify(store, { text: operation.done, ...(undo && { undo }) })
}

/** A withdrawn post that is published again would stand at the top, so its former neighbour is remembered. */
const undoOf = (state: State, { undo }: Operation, post: number): Notice['undo'] => {
  const { [post]: before } = state.posts
  if (undo === undefined) return undefined
  // The time that somebody else has planned would not come back.
  if (undo === 'submit-post' && before?.PublishOn !== undefined) return undefined
  const timeline = unpinned(postsIn(state, 'timeline'))
  const below = timeline[timeline.findIndex(({ Id }) => Id === post) + 1]
  return { action: undo, post, ...(undo === 'publish-again' && below && { reference: below.Id }) }
}

const undo: Action = async ({ store, value }) => {
  const notice = store.get().notices.find(({ key }) => key === value)
  closeNotice(store, value)
  if (notice?.dropped !== undefined) return bringBack(store, notice.dropped)
  if (notice?.undo === undefined) return
  const { action, post, reference } = notice.undo
  if (action !== 'publish-again') return operate(store, action, post)
  const address = `${store.get().blog.href}/Post/${post}`
  const isPublished = await change(store, `${address}/Publish`, { method: 'POST' })
  if (isPublished && reference !== undefined) await move(store, post, reference, true)
}

/** Brings back what the user has given up. A correction of the same post that began meanwhile stays. */
const bringBack = (store: Store, { correction, outgoing }: NonNullable<Notice['dropped']>) => {
  if (outgoing) store.set(({ outbox }) => ({ outbox: [...outbox, outgoing] }))
  if (correction) store.set(({ corrections }) => ({ corrections: { [correction.post]: correction, ...corrections } }))
}

/** Lets the service publish a draft at a time. @param at in ISO 8601 */
export const plan = async (store: Store, postId: number, at: string) => {
  const address = `${store.get().blog.href}/Post/${postId}/Schedule`
  const isDone = await change(store, address, { method: 'POST', body: { PublishOn: at } })
  if (isDone) notify(store, { text: 'Planned.' })
}

/** Moves a post directly above or below another one. */
export const move = (store: Store, post: number, reference: number, above: boolean) =>
  change(store, `${store.get().blog.href}/Post/${post}/Post/${reference}/Reorder?before=${above}`, { method: 'PUT' })

const moveBy =
  (step: 1 | -1): Action =>
  async ({ store, element, value }) => {
    const postId = value === '' ? postOf(element) : Number(value)
    const { [postId]: post } = store.get().posts
    if (post === undefined || !mayMove(post, store.get())) return
    const posts = unpinned(timelineOf(store.get()))
    const neighbour = posts[posts.findIndex(({ Id }) => Id === postId) + step]
    if (neighbour === undefined) return
    await move(store, postId, neighbour.Id, step === -1)
    store.afterRender(() => document.getElementById(`post-${postId}`)?.focus())
  }

export const managing: Actions = {
  ...Object.fromEntries(
    Object.keys(operations).map((name): [string, Action] => [
      name,
      ({ store, element }) => operate(store, name, postOf(element))
    ])
  ),
  delete: async ({ store, element }) => {
    const postId = postOf(element)
    const isSure = confirm('Delete this post for good? Readers no longer see it, and nobody can bring it back.')
    if (!isSure) return
    const isDone = await change(store, `${store.get().blog.href}/Post/${postId}`, { method: 'DELETE' })
    if (!isDone) return
    store.set(({ posts }) => ({ posts: without(posts, postId) }))
    notify(store, { text: 'Deleted.' })
  },
  'ask-time': ({ store, element }) => store.set({ dialog: 'later', planned: postOf(element) }),
  'ask-return': ({ store, element }) => store.set({ returning: postOf(element) }),
  'cancel-return': ({ store }) => store.set({ returning: undefined }),
  return: async ({ store, element, fields }) => {
    const Note = String(fields.get('Note') ?? '').trim()
    const address = `${store.get().blog.href}/Post/${postOf(element)}/Return`
    const isDone = await change(store, address, { method: 'POST', body: Note === '' ? {} : { Note } })
    if (!isDone) return
    store.set({ returning: undefined })
    notify(store, { text: 'Returned to its author.' })
  },
  up: moveBy(-1),
  down: moveBy(1),
  undo,
  'close-notice': ({ store, value }) => closeNotice(store, value)
}
