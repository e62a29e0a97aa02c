/** Actions that correct posts, and settle the corrections of two people. */
import { markupOf, textOf } from '../view/content.ts'
import { mayCorrect } from '../view/rights.ts'
import type { Correction, State } from '../view/state.ts'
import { focusText } from './focus.ts'
import { postOf, type Action, type Actions } from './happening.ts'
import { without } from './records.ts'
import type { Store } from './store.ts'

/** Changes a correction. */
export const updateCorrection = (store: Store, post: number, change: Partial<Correction>) =>
  store.set(({ corrections }) => {
    const { [post]: correction } = corrections
    return correction === undefined ? {} : { corrections: { ...corrections, [post]: { ...correction, ...change } } }
  })

const end = (store: Store, post: number) =>
  store.set(({ corrections }) => ({ corrections: without(corrections, post) }))

const begin: Action = ({ store, element, value }) => {
  const id = value === '' ? postOf(element) : Number(value)
  const { posts, corrections } = store.get()
  const { [id]: post } = posts
  if (post === undefined || corrections[id] !== undefined || !mayCorrect(post, store.get())) return
  const base = { content: post.Content, change: post.CId }
  store.set({ corrections: { ...corrections, [id]: { post: id, base, text: textOf(post.Content) } } })
  store.afterRender(() => focusCorrection(id))
}

const focusCorrection = (post: number) => focusText(`#post-${post}`)

const store: Action = ({ store, outbox, element }) => {
  const id = postOf(element)
  const { [id]: correction } = store.get().corrections
  if (correction === undefined || isBeingStored(store.get(), id)) return
  const { text, markup, base } = correction
  if ((markup ?? markupOf(text)) === '') {
    return updateCorrection(store, id, { reason: 'A post needs a text. Delete it instead.' })
  }
  if (text === textOf(base.content)) return end(store, id)
  outbox.add({ key: crypto.randomUUID(), intent: 'correct', correction })
}

const isBeingStored = ({ outbox }: State, post: number) =>
  outbox.some(({ correction, reason }) => correction?.post === post && reason === undefined)

/** Goes on from the stored post, with a text. */
const goOn = (store: Store, id: number, textFrom: (theirs: string, mine: string) => string) => {
  const { [id]: correction } = store.get().corrections
  if (correction?.theirs === undefined) return
  const { theirs, base: _base, ...rest } = correction
  const { markup: _markup, ...others } = rest
  const base = { content: theirs.Content, change: theirs.CId }
  const text = textFrom(textOf(theirs.Content), correction.text)
  store.set(({ corrections }) => ({ corrections: { ...corrections, [id]: { ...others, base, text } } }))
  store.afterRender(() => focusCorrection(id))
}

export const correcting: Actions = {
  correct: begin,
  correction: ({ store, element }) => {
    if (element instanceof HTMLTextAreaElement) updateCorrection(store, postOf(element), { text: element.value })
  },
  store,
  'cancel-correction': ({ store, element }) => end(store, postOf(element)),
  merge: ({ store, value }) => goOn(store, Number(value), (theirs, mine) => `${theirs}\n\n${mine}`),
  'keep-theirs': ({ store, value }) => end(store, Number(value)),
  replace: (happening) => {
    const id = Number(happening.value)
    goOn(happening.store, id, (_theirs, mine) => mine)
    const { [id]: correction } = happening.store.get().corrections
    if (correction) happening.outbox.add({ key: crypto.randomUUID(), intent: 'correct', correction })
  }
}
