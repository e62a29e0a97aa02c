/** Moves posts in the timeline: next to another one, or by one place. */
import { postsIn, timelineOf, unpinned } from '../view/derived.ts'
import { mayMove } from '../view/rights.ts'
import type { Notice, State, Undo } from '../view/state.ts'
import { postOf, type Action, type Actions } from './actions.ts'
import { change } from './asking.ts'
import { isFreeFor } from './focus.ts'
import { closeNotice, notify } from './notices.ts'
import type { Store } from './store.ts'

/** Returns the neighbour of a post in the timeline; undefined if it has none. */
export const neighbourOf = (state: State, post: number): Pick<Undo, 'reference' | 'isAbove'> | undefined => {
  const timeline = unpinned(postsIn(state, 'timeline'))
  const index = timeline.findIndex(({ Id }) => Id === post)
  const [above, below] = [timeline[index - 1], timeline[index + 1]]
  if (below !== undefined) return { reference: below.Id, isAbove: true }
  return above && { reference: above.Id, isAbove: false }
}

/** Moves a post directly above or below another one. */
export const move = (store: Store, post: number, reference: number, above: boolean, offer?: Notice) =>
  change(store, post, `/Post/${reference}/Reorder?before=${above}`, { method: 'PUT' }, offer)

/** Moves a post. The message leads back to the place before its first move: keys move it several times. */
export const moveTo = async (store: Store, post: number, reference: number, isAbove: boolean) => {
  const earlier = store.get().notices.find(({ undo }) => undo?.action === 'move' && undo.post === post)
  const place = neighbourOf(store.get(), post)
  const isMoved = await move(store, post, reference, isAbove)
  if (!isMoved) return
  if (earlier !== undefined) closeNotice(store, earlier.key)
  notify(store, { text: 'Moved.', undo: earlier?.undo ?? (place && { action: 'move', post, ...place }) }, post)
}

const moveBy =
  (step: 1 | -1): Action =>
  async ({ store, element }) => {
    const postId = postOf(element)
    const { [postId]: post } = store.get().posts
    if (post === undefined || !mayMove(post, store.get())) return
    const posts = unpinned(timelineOf(store.get()))
    const neighbour = posts[posts.findIndex(({ Id }) => Id === postId) + step]
    if (neighbour === undefined) return
    await moveTo(store, postId, neighbour.Id, step === -1)
    store.afterRender(() => {
      if (isFreeFor(postId)) document.getElementById(`post-${postId}`)?.focus()
    })
  }

export const placing: Actions = { up: moveBy(-1), down: moveBy(1) }
