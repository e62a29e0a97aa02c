/** Actions of the boxes in which people write, on their pictures too, and of posts that wait to be sent. */
import { plain } from '../view/content.ts'
import { counted, hasText, surplusOf } from '../view/derived.ts'
import { draftWith } from '../view/drafts.ts'
import type { State } from '../view/state.ts'
import { emptyDraft, type Intent } from '../view/writing.ts'
import { momentIn } from '../view/zones.ts'
import { goOnCorrecting } from './correcting.ts'
import { changeDraft, changePicture, dropPicture, keyAt } from './drafts.ts'
import { focusBox } from './focus.ts'
import { say, type Actions, type ActionEvent } from './actions.ts'
import { plan } from './managing.ts'
import { OLD } from './outbox.ts'
import { notify } from './notices.ts'

/** Hands the text in the box to the outbox, and empties the box at once. */
const sendDraft = ({ store, outbox }: ActionEvent, intent: Intent, at?: string) => {
  const { draft, blog } = store.get()
  if (!hasText(draft)) return focusBox()
  const surplus = surplusOf(draft, blog)
  if (surplus > 0) {
    return store.set({ reason: `This is ${counted(surplus, 'character')} too long. Shorten it, or make two posts.` })
  }
  if (
    intent !== 'draft' &&
    draft.type === 'image' &&
    draft.pictures.length === 0 &&
    !/<img\b/.test(draft.markup ?? '')
  ) {
    return store.set({ reason: 'This has no picture yet. Add one, or choose “Text” above.' })
  }
  outbox.add({ key: crypto.randomUUID(), intent, draft, ...(at !== undefined && { at }) })
  store.set({ draft: emptyDraft(crypto.randomUUID()), reason: undefined })
  focusBox()
}

/** Returns the time of the service: the clock of a device may be wrong. Without an answer, that of the device. */
const serviceTime = ({ blog }: State): Promise<number> =>
  fetch(blog.href, { method: 'HEAD' })
    .then(({ headers }) => Date.parse(String(headers.get('date'))))
    .catch(Date.now)

export const writing: Actions = {
  publish: (event) => sendDraft(event, 'publish'),
  submit: (event) => sendDraft(event, 'submit'),
  draft: (event) => sendDraft(event, 'draft'),
  later: ({ store }) => (hasText(store.get().draft) ? store.set({ dialog: 'later', planned: undefined }) : focusBox()),
  'write-later': async (event) => {
    const { store, element, fields } = event
    const at = momentIn(String(fields.get('At')), store.get().zone)
    if (at === undefined) return undefined
    const hasPassed = (now: number) => Date.parse(at) <= now
    if (hasPassed(Date.now()) && hasPassed(await serviceTime(store.get()))) {
      return say(element, 'This time has passed. Choose a later one, or close this and publish now.')
    }
    const { planned } = store.get()
    store.set({ dialog: undefined })
    return planned === undefined ? sendDraft(event, 'later', at) : plan(store, planned.Id, at, planned.CId)
  },
  type: ({ store, element }) => {
    if (element instanceof HTMLInputElement) changeDraft(store, keyAt(store, element), { type: element.value })
  },
  text: ({ store, element }) => {
    if (!(element instanceof HTMLTextAreaElement)) return
    changeDraft(store, keyAt(store, element), { text: element.value })
  },
  field: ({ store, element }) => {
    if (!(element instanceof HTMLInputElement)) return
    const { name = '' } = element.dataset
    const key = keyAt(store, element)
    const fields = { ...draftWith(store.get(), key)?.fields, [name]: element.value }
    changeDraft(store, key, { fields })
  },
  mark: ({ value, element }) => mark(value, element),
  files: ({ uploads, element }) => {
    if (!(element instanceof HTMLInputElement) || element.files === null) return
    uploads.add(element.files, element)
    // The same file can be chosen again after it was removed.
    element.value = ''
  },
  'picture-text': ({ store, element, value }) => {
    const { name } = element.dataset
    if (!(element instanceof HTMLInputElement) || (name !== 'description' && name !== 'credit')) return
    changePicture(store, value, { [name]: element.value })
  },
  'drop-picture': ({ store, value, element }) => dropPicture(store, keyAt(store, element), value),
  'edit-outgoing': ({ store, value }) => {
    const { outbox, draft } = store.get()
    const outgoing = outbox.find(({ key }) => key === value)
    if (outgoing === undefined || goOnCorrecting(store, outgoing)) return
    if (hasText(draft)) return store.set({ reason: 'Send or keep the text in the box first.' })
    store.set({
      outbox: outbox.filter(({ key }) => key !== value),
      draft: { ...plain(outgoing.draft), key: crypto.randomUUID() },
      reason: undefined
    })
    focusBox()
  },
  'retry-outgoing': ({ store, outbox, value }) => {
    // A refused request has no key in the service, but that of other words has: they need another one.
    store.set(({ outbox: all }) => ({
      outbox: all.map((each) => {
        if (each.key !== value) return each
        const { reason, ...outgoing } = each
        return { ...outgoing, on: Date.now(), key: reason === OLD ? value : crypto.randomUUID() }
      })
    }))
    outbox.flush()
  },
  'drop-outgoing': ({ store, outbox, value }) => {
    const outgoing = store.get().outbox.find(({ key }) => key === value)
    // Before the post goes: files of pictures are kept only while a message or a draft names them.
    if (outgoing) notify(store, { text: 'Discarded.', dropped: { outgoing } })
    store.set(({ outbox }) => ({ outbox: outbox.filter(({ key }) => key !== value) }))
    outbox.flush()
  }
}

/** Puts a mark around the selected text of a box. */
const mark = (name: string, element: Element) => {
  const box = element.closest('form')?.querySelector('textarea')
  if (box === null || box === undefined) return
  const { selectionStart: start, selectionEnd: end, value } = box
  const selected = value.slice(start, end)
  const open = name === 'a' ? `<a href="${/^https?:/.test(selected) ? selected : 'https://'}">` : `<${name}>`
  const marked = `${open}${selected}</${name}>`
  box.focus()
  // As if it were typed: other ways to change a field empty its history of undo.
  if (!document.execCommand('insertText', false, marked)) {
    box.setRangeText(marked, start, end, 'end')
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (selected === '') box.selectionStart = box.selectionEnd = start + open.length
}
