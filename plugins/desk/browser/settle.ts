/** Takes over the answers to what was written: the stored post, or why the service refused it. */
import { isPost } from '../view/post.ts'
import { emptyDraft, type Outgoing } from '../view/state.ts'
import { focusBox } from './focus.ts'
import { isPassing, reasonOf, send, type Answer } from './interface.ts'
import { notify } from './notices.ts'
import type { Settle } from './outbox.ts'
import { withPosts } from './posts.ts'
import { without } from './records.ts'
import type { Store } from './store.ts'

const DONE: Readonly<Record<Outgoing['intent'], string>> = {
  publish: 'Published.',
  submit: 'Handed in.',
  draft: 'Kept as a draft.',
  later: 'Planned.',
  correct: 'Corrected.'
}

/** @param again sends what waits */
export const settler = (store: Store, again: () => void): Settle => {
  const remove = ({ key }: Outgoing) =>
    store.set(({ outbox }) => ({ outbox: outbox.filter((outgoing) => outgoing.key !== key) }))

  const succeed = (outgoing: Outgoing, { document }: Answer) => {
    const { key, intent, correction } = outgoing
    remove(outgoing)
    store.set((state) => ({
      ...withPosts(state, [document], 'own'),
      ...(state.draft.key === key && { draft: emptyDraft(crypto.randomUUID()), reason: undefined }),
      ...(correction && { corrections: without(state.corrections, correction.post) })
    }))
    if (intent !== 'correct') store.afterRender(focusBox)
    const isUndoable = intent === 'publish' && isPost(document)
    notify(store, {
      text: DONE[intent],
      ...(isUndoable && { undo: { action: 'withdraw', post: document.Id } })
    })
  }

  /** Somebody else has changed the post. If its text is the same, the correction is sent for the new version. */
  const meet = async (outgoing: Outgoing) => {
    const { correction } = outgoing
    if (correction === undefined) return
    const href = `${store.get().blog.href}/Post/${correction.post}`
    const answer = await send(`${href}?X-Filter=*`)
    if (isPassing(answer) || answer.status === 401) {
      replace(store, outgoing.key, outgoing)
      return again()
    }
    // The document of a single item does not contain its own address.
    const document = { ...answer.document, href }
    if (!isPost(document)) return refuse(outgoing, 'This post was deleted while you corrected it.')
    const base = { content: correction.base.content, change: document.CId }
    if (document.Content === correction.base.content) {
      replace(store, outgoing.key, { ...outgoing, correction: { ...correction, base } })
      return again()
    }
    remove(outgoing)
    store.set((state) => ({
      ...withPosts(state, [document], 'own'),
      corrections: { ...state.corrections, [correction.post]: { ...correction, theirs: document } }
    }))
  }

  const refuse = (outgoing: Outgoing, reason: string) => {
    const { key, correction } = outgoing
    const { draft, posts, corrections } = store.get()
    if (draft.key === key) {
      remove(outgoing)
      store.set({ reason })
    } else if (correction !== undefined && posts[correction.post] !== undefined) {
      remove(outgoing)
      store.set({ corrections: { ...corrections, [correction.post]: { ...correction, reason } } })
    } else replace(store, key, { ...outgoing, reason })
  }

  return (outgoing, answer) => {
    const { status } = answer
    if (status === 200 || status === 201) return succeed(outgoing, answer)
    if (status !== 412) return refuse(outgoing, reasonOf(answer))
    // Until the post has been read, nothing else is sent: the request would be refused in the same way.
    replace(store, outgoing.key, { ...outgoing, reason: 'A colleague has changed this post.' })
    void meet(outgoing)
  }
}

const replace = (store: Store, key: string, outgoing: Outgoing) =>
  store.set(({ outbox }) => ({ outbox: outbox.map((each) => (each.key === key ? outgoing : each)) }))
