/** Takes over the answers to posts and corrections: the stored post, or the reasons why the service refused it. */
import { hasText } from '../view/derived.ts'
import { isUnchanged } from '../view/draft.ts'
import { PURPOSES } from '../view/outbox.tsx'
import { isPost, type Post } from '../view/post.ts'
import type { Undo } from '../view/state.ts'
import type { Outgoing, Target } from '../view/writing.ts'
import { goingOn, updateCorrection } from './correcting.ts'
import { focusBox, isFreeFor, isInBox } from './focus.ts'
import { isPassing, type Answer } from '../../../clients/js/src/requests.ts'
import { reasonOf } from '../view/reasons.ts'
import { notify } from './notices.ts'
import { released, type Delivery, type Settle } from './outbox.ts'
import { GONE, withPosts } from '../view/posts.ts'
import { hasSameWords, readPost } from './reading.ts'
import type { Store } from './store.ts'

/** Milliseconds before a correction is sent again whose post could not be read. */
const PAUSE = 3000

const undoOf = ({ intent, target }: Outgoing, { Id: post, CId: version }: Post): Undo | undefined => {
  const { undo: action } = PURPOSES[intent]
  if (action !== undefined) return { action, post, version }
  if (intent !== 'correct' || target === undefined) return undefined
  const { Content, Meta } = target.base
  return { action: 'restore', post, version, content: { Content, Meta } }
}

export const settler = (store: Store): Settle => {
  const remove = ({ key }: Outgoing) =>
    store.set(({ outbox }) => ({ outbox: outbox.filter((outgoing) => outgoing.key !== key) }))

  const succeed = (outgoing: Outgoing, { document, refused }: Delivery) => {
    const { intent, target, key } = outgoing
    const waiting = store.get().outbox.find((each) => each.key === key)
    // Its author has chosen to publish it while it was on its way.
    if (target && isPost(document) && waiting?.intent === 'release' && intent === 'correct') {
      replace(store, key, { key: crypto.randomUUID(), target: { ...target, base: document } })
      return
    }
    remove(outgoing)
    store.set((state) => ({ ...withPosts(state, [document], 'own'), ...released(state, outgoing) }))
    if (!isPost(document)) return
    // Somebody has gone on writing while the correction was on its way.
    const present = target && store.get().corrections[target.post]
    if (present) updateCorrection(store, present, { ...goingOn(present), base: document })
    if (refused !== undefined) {
      return notify(store, { text: `It is stored, but only as a draft. ${refused}`, isError: true })
    }
    const text = intent === 'correct' && !document.IsPublished ? 'Stored.' : PURPOSES[intent].done
    notify(store, { text, undo: undoOf(outgoing, document) }, document.Id)
  }

  /** Somebody else has changed the post. If its words are the same, the correction is sent for the new version. */
  const meet = (outgoing: Outgoing, target: Target, { document }: Answer) => {
    const { draft, key } = outgoing
    if (!isPost(document)) return refuse(outgoing, GONE)
    if (hasSameWords(document, target.base)) return replace(store, key, { target: { ...target, base: document } })
    remove(outgoing)
    store.set((state) => withPosts(state, [document], 'own'))
    if (isUnchanged(draft, document)) return store.set((state) => released(state, outgoing))
    store.set(({ corrections }) => {
      // The user may have typed more while it was on its way.
      const { [target.post]: present } = corrections
      const correction = { ...target, draft, ...goingOn(present), theirs: document }
      return { corrections: { ...corrections, [target.post]: correction } }
    })
    store.afterRender(() => focusChoice(target.post))
  }

  /** Brings a refused text back into the box. */
  const bringBack = (outgoing: Outgoing, reason: string) => {
    const hasFocus = isInBox()
    remove(outgoing)
    store.set({ draft: outgoing.draft, reason })
    if (hasFocus) focusBox()
  }

  const refuse = ({ key }: Outgoing, reason: string) => {
    const { draft, dialog, outbox, posts, corrections } = store.get()
    const outgoing = outbox.find((each) => each.key === key)
    // Its author has discarded it.
    if (outgoing === undefined) return
    const { target, isShown, draft: sent } = outgoing
    const isBoxFree = !hasText(draft) && dialog === undefined
    if (target === undefined && isShown !== true && isBoxFree) bringBack(outgoing, reason)
    else if (target !== undefined && posts[target.post] !== undefined) {
      const { [target.post]: present } = corrections
      const correction = { ...target, draft: sent, ...goingOn(present), reason }
      remove(outgoing)
      store.set({ corrections: { ...corrections, [target.post]: correction } })
    } else replace(store, key, { reason })
  }

  return async (outgoing, answer) => {
    const { status, reason } = answer
    const { target } = outgoing
    if (status === 412 && target) {
      const present = await readPost(store, target.post)
      if (isPassing(present) || present.status === 401) return { ...present, delay: PAUSE }
      meet(outgoing, target, present)
    } else if (status === 200 || status === 201) succeed(outgoing, answer)
    else refuse(outgoing, reason ?? reasonOf(answer))
    return undefined
  }
}

/** Moves the focus to the choice, which replaces the text in which the cursor was. */
const focusChoice = (post: number) => {
  if (isFreeFor(post)) document.querySelector<HTMLElement>(`#post-${post} .conflict h3`)?.focus()
}

const replace = (store: Store, key: string, changes: Partial<Outgoing>) =>
  store.set(({ outbox }) => ({ outbox: outbox.map((each) => (each.key === key ? { ...each, ...changes } : each)) }))
