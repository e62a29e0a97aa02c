/** Actions that correct posts, and settle the corrections of two people. */
import { draftOf, isUnchanged } from '../view/draft.ts'
import { hasText } from '../view/derived.ts'
import { merged } from '../view/drafts.ts'
import { placeOf } from '../view/panels.ts'
import { mayCorrect } from '../view/rights.ts'
import type { State } from '../view/state.ts'
import { begunFrom, type Correction, type CorrectionIntent, type Draft, type Outgoing } from '../view/writing.ts'
import { focusText } from './focus.ts'
import { postOf, type Action, type Actions, type ActionEvent } from './actions.ts'
import { notify } from './notices.ts'
import { without } from '../view/records.ts'
import type { Store } from './store.ts'

/** Changes a correction. */
export const updateCorrection = (store: Store, correction: Correction, change: Partial<Correction>) =>
  store.set(({ corrections }) => ({ corrections: { ...corrections, [correction.post]: { ...correction, ...change } } }))

/** Returns the parts of a correction that stay when it goes on from another version of its post. */
export const goingOn = (correction: Correction | undefined): Partial<Pick<Correction, 'draft' | 'begun'>> =>
  correction === undefined ? {} : { draft: correction.draft, begun: begunFrom(correction) }

const end = (store: Store, post: number) =>
  store.set(({ corrections }) => ({ corrections: without(corrections, post) }))

/** Ends a correction. Its text can be brought back. */
const giveUp = (store: Store, post: number, text: string) => {
  const { [post]: correction } = store.get().corrections
  // Before the correction ends: files of pictures are kept only while a message or a draft names them.
  if (correction && !isUnchanged(correction.draft, correction.base)) notify(store, { text, dropped: { correction } })
  end(store, post)
  store.afterRender(() => document.getElementById(`post-${post}`)?.focus())
}

const begin: Action = ({ store, element }) => {
  const id = postOf(element)
  const { posts, corrections } = store.get()
  const { [id]: post } = posts
  if (post === undefined || !mayCorrect(post, store.get())) return
  // The column next to the timeline is too narrow for writing.
  if (element.closest('.beside') !== null) store.set({ panel: 'submitted' })
  if (corrections[id] === undefined) {
    const correction = { post: id, base: post, draft: draftOf(post, crypto.randomUUID()) }
    store.set({ corrections: { ...corrections, [id]: correction } })
  }
  store.afterRender(() => focusCorrection(id))
}

const focusCorrection = (post: number) => focusText(`main #post-${post}`)

const submit = ({ store, outbox, element }: ActionEvent, intent: CorrectionIntent) => {
  const id = postOf(element)
  const { [id]: correction } = store.get().corrections
  if (correction === undefined || correction.theirs !== undefined) return
  const { draft, base } = correction
  if (isBeingStored(store.get(), id)) return intent === 'release' ? releaseToo(store, id, draft) : undefined
  if (!hasText(draft)) return updateCorrection(store, correction, { reason: 'A post needs a text. Delete it instead.' })
  if (intent === 'correct' && isUnchanged(draft, base)) return end(store, id)
  updateCorrection(store, correction, { reason: undefined })
  outbox.add({ key: crypto.randomUUID(), intent, draft, target: { post: id, base } })
}

/**
 * Goes on with a correction that waits, in the place of its post. Returns false if that is not possible: the post is
 * gone, or is being corrected already.
 */
export const goOnCorrecting = (store: Store, { key, target, draft }: Outgoing): boolean => {
  const { outbox, corrections, posts, me, panel } = store.get()
  const post = target && posts[target.post]
  if (target === undefined || post === undefined || corrections[target.post] !== undefined) return false
  const place = placeOf(target.base, me.Id)
  store.set({
    outbox: outbox.filter((each) => each.key !== key),
    corrections: { ...corrections, [target.post]: { ...target, draft } },
    panel: place === 'elsewhere' ? panel : place
  })
  store.afterRender(() => focusCorrection(target.post))
  return true
}

const isBeingStored = ({ outbox }: State, post: number) => outbox.some((each) => isOnItsWay(each, post))

const isOnItsWay = ({ target, reason }: Outgoing, post: number) => target?.post === post && reason === undefined

/** Publishes a post whose correction is on its way, with the words that it has by now. */
const releaseToo = (store: Store, post: number, draft: Draft) =>
  store.set(({ outbox }) => ({
    outbox: outbox.map((each) => (isOnItsWay(each, post) ? { ...each, intent: 'release', draft } : each))
  }))

/** Goes on from the stored post, with a draft. */
const goOn = (store: Store, id: number, draftFrom: (theirs: Draft, mine: Draft) => Draft) => {
  const { [id]: correction } = store.get().corrections
  if (correction?.theirs === undefined) return
  const { theirs: base, draft } = correction
  const key = crypto.randomUUID()
  const next = { post: id, base, ...goingOn(correction), draft: { ...draftFrom(draftOf(base, key), draft), key } }
  store.set(({ corrections }) => ({ corrections: { ...corrections, [id]: next } }))
  store.afterRender(() => focusCorrection(id))
}

export const correcting: Actions = {
  correct: begin,
  store: (event) => submit(event, 'correct'),
  /** Readers see each stored change of a published post, so unfinished corrections stay on this device. */
  'keep-correction': (event) => {
    const { store, element } = event
    if (store.get().posts[postOf(element)]?.IsPublished !== true) return submit(event, 'correct')
    notify(store, { text: 'Kept on this device. “Store correction” shows it to readers.' })
  },
  release: (event) => submit(event, 'release'),
  'cancel-correction': ({ store, element }) => giveUp(store, postOf(element), 'Your correction is not stored.'),
  merge: ({ store, element }) => goOn(store, postOf(element), merged),
  'keep-theirs': ({ store, element }) => giveUp(store, postOf(element), 'The other text stays.'),
  replace: (event) => {
    const id = postOf(event.element)
    goOn(event.store, id, (_theirs, mine) => mine)
    const { [id]: correction } = event.store.get().corrections
    if (correction === undefined) return
    const { draft, base } = correction
    event.outbox.add({ key: crypto.randomUUID(), intent: 'correct', draft, target: { post: id, base } })
  }
}
