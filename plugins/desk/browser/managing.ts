/** Actions on posts of the blog: publish, withdraw, return, delete, pin, mark, and undo. */
import { isPost, type Post } from '../view/post.ts'
import type { Notice, State, Undo } from '../view/state.ts'
import { postOf, type Action, type Actions } from './actions.ts'
import { ask, change, take } from './asking.ts'
import { reasonOf } from '../view/reasons.ts'
import { closeNotice, notify } from './notices.ts'
import { withPosts } from '../view/posts.ts'
import { move, neighbourOf } from './placing.ts'
import { hasSameWords, readPost } from './reading.ts'
import { without } from '../view/records.ts'
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
  unschedule: { end: 'Unschedule', done: 'It stays a draft.', undo: 'plan' },
  pin: { end: 'Pin', done: 'Pinned above all others.', undo: 'unpin' },
  unpin: { end: 'Unpin', done: 'No longer pinned.', undo: 'pin' },
  'mark-key': { end: 'MarkKeyPoint', done: 'Marked as a key point.', undo: 'unmark' },
  unmark: { end: 'UnmarkKeyPoint', done: 'No longer a key point.', undo: 'mark-key' },
  hide: { end: 'Hide', done: 'Deleted.', undo: 'unhide' },
  // Also brings back a deleted post that readers saw, to its place.
  unhide: { end: 'Unhide', done: 'It is back.' },
  block: { end: 'Block', done: 'Rejected. Its author cannot comment here for a day.', undo: 'unblock' },
  unblock: { end: 'Unblock', done: 'It is back, and its author may comment again.' }
}

const operate = async (store: Store, name: string, postId: number, offer?: Notice) => {
  const { [name]: operation } = operations
  if (operation === undefined) return
  const before = store.get()
  const { [postId]: seen } = before.posts
  // Its author may have changed it a moment ago: readers get the words that the editor has seen.
  const condition = name === 'publish-post' && seen && { version: seen.CId }
  const request = { method: 'POST', ...condition } as const
  if (condition) store.set({ overtaken: undefined })
  const answer = await ask(store, postId, `/${operation.end}`, request)
  if (answer.status === 412 && seen !== undefined) return meet(store, seen)
  if (!take(store, answer, postId, offer)) return
  const undo = undoOf(before, operation, { post: postId, version: Number(answer.document.CId) })
  notify(store, { text: operation.done, undo }, postId, before)
}

/** Publishes a post that has changed, if its words are the same. Otherwise the page shows what is new. */
const meet = async (store: Store, seen: Post): Promise<void> => {
  const answer = await readPost(store, seen.Id)
  const { document } = answer
  if (!isPost(document)) return notify(store, { text: reasonOf(answer), isError: true }, seen.Id)
  store.set((state) => withPosts(state, [document], 'own'))
  if (hasSameWords(document, seen)) return operate(store, 'publish-post', seen.Id)
  store.set({ overtaken: seen })
}

/** A withdrawn post that is published again would move to the top, so its former neighbour is remembered. */
const undoOf = (state: State, { undo }: Operation, after: Omit<Undo, 'action'>): Undo | undefined => {
  const { [after.post]: before } = state.posts
  if (undo === undefined) return undefined
  // The time that somebody else has planned would not come back.
  if (undo === 'submit-post' && before?.PublishOn !== undefined) return undefined
  if (undo === 'plan') {
    return before?.PublishOn === undefined ? undefined : { ...after, action: undo, at: before.PublishOn }
  }
  return { ...after, action: undo, ...(undo === 'publish-again' && neighbourOf(state, after.post)) }
}

const undo: Action = async ({ store, outbox, uploads, value }) => {
  const notice = store.get().notices.find(({ key }) => key === value)
  if (notice?.dropped !== undefined) {
    // First, because the message holds the files of the pictures until the post has them again.
    bringBack(store, notice.dropped)
    closeNotice(store, value)
    uploads.flush()
    return outbox.flush()
  }
  closeNotice(store, value)
  if (notice?.undo === undefined) return
  const { action, post, version, reference, isAbove = true, at, content } = notice.undo
  // The message with the button disappears.
  document.getElementById(`post-${post}`)?.focus()
  if (at !== undefined) return plan(store, post, at, version, notice)
  if (content !== undefined) return restore(store, post, content, version, notice)
  if (action !== 'publish-again' && action !== 'move') return operate(store, action, post, notice)
  const publication = { method: 'POST', version } as const
  const isThere = action === 'move' || (await change(store, post, '/Publish', publication, notice))
  if (isThere && reference !== undefined) {
    await move(store, post, reference, isAbove, { ...notice, undo: { ...notice.undo, action: 'move' } })
  }
}

/** Takes a correction back, unless somebody has changed the post since. */
const restore = async (
  store: Store,
  post: number,
  body: object,
  version: number | undefined,
  offer: Notice
): Promise<void> => {
  const isDone = await change(store, post, '', { method: 'PUT', body, version }, offer)
  if (isDone) notify(store, { text: 'The text is as it was before.' }, post)
}

/** Brings back the text that the user has given up. A correction of the same post that began meanwhile stays. */
const bringBack = (store: Store, { correction, outgoing }: NonNullable<Notice['dropped']>) => {
  if (outgoing) store.set(({ outbox }) => ({ outbox: [...outbox, outgoing] }))
  if (correction) store.set(({ corrections }) => ({ corrections: { [correction.post]: correction, ...corrections } }))
}

/** Lets the service publish a draft at a time. @param at in ISO 8601. @param version as the user saw it */
export const plan = async (store: Store, post: number, at: string, version: number | undefined, offer?: Notice) => {
  const request = { method: 'POST', body: { PublishOn: at }, version } as const
  const isDone = await change(store, post, '/Schedule', request, offer)
  if (isDone) notify(store, { text: 'Planned.' }, post)
}

const endReturn = (store: Store, post: number) =>
  store.set(({ returning }) => ({ returning: returning.filter((each) => each !== post) }))

export const managing: Actions = {
  ...Object.fromEntries(
    Object.keys(operations).map((name): [string, Action] => [
      name,
      ({ store, element }) => operate(store, name, postOf(element))
    ])
  ),
  delete: async ({ store, element }) => {
    const postId = postOf(element)
    const before = store.get()
    const isDone = await change(store, postId, '', { method: 'DELETE' })
    if (!isDone) return
    const undo = { action: 'unhide', post: postId }
    notify(store, { text: 'Deleted. Readers no longer see it.', undo }, postId, before)
    store.set(({ posts }) => ({ posts: without(posts, postId) }))
  },
  'ask-time': ({ store, element }) => store.set({ dialog: 'later', planned: store.get().posts[postOf(element)] }),
  'ask-return': ({ store, element }) => {
    const post = postOf(element)
    store.set(({ returning }) => ({ returning: [...returning, post] }))
    store.afterRender(() => document.querySelector<HTMLElement>(`#post-${post} .return input`)?.focus())
  },
  'cancel-return': ({ store, element }) => endReturn(store, postOf(element)),
  return: async ({ store, element, fields }) => {
    const post = postOf(element)
    const before = store.get()
    const Note = String(fields.get('Note') ?? '').trim()
    const request = { method: 'POST', body: Note === '' ? {} : { Note } } as const
    const isDone = take(store, await ask(store, post, '/Return', request))
    if (!isDone) return
    endReturn(store, post)
    notify(store, { text: 'Returned to its author.', undo: { action: 'submit-post', post } }, post, before)
  },
  undo,
  'close-notice': ({ store, value }) => closeNotice(store, value)
}
