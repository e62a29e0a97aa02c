/** Actions of the box in which people write, and of posts that wait to be sent. */
import { plain } from '../view/content.ts'
import { asCard, cardAddress } from '../view/draft.ts'
import { hasText, isOnItsWay } from '../view/derived.ts'
import { emptyDraft, type Draft, type Intent } from '../view/state.ts'
import { focusBox } from './focus.ts'
import type { Actions, Happening } from './happening.ts'
import { send } from './interface.ts'
import { plan } from './managing.ts'
import { momentIn } from '../view/zones.ts'
import type { Store } from './store.ts'

/** Sends what is in the box. */
const sendDraft = async ({ store, outbox }: Happening, intent: Intent, at?: string) => {
  const { draft, base } = store.get()
  if (isOnItsWay(store.get())) return
  if (!hasText(draft)) return focusBox()
  store.set({ reason: undefined })
  const outgoing = { key: draft.key, intent, ...(at !== undefined && { at }) }
  const address = cardAddress(draft)
  const sent = address === undefined ? draft : asCard(draft, await describe(base, address))
  outbox.add({ ...outgoing, draft: sent })
}

/** Asks the service for the title and the description of a web page. */
const describe = async (base: string, address: string): Promise<Readonly<Record<string, string>>> => {
  const { document } = await send(`${base}/resources/Tool/URLInfo?url=${encodeURIComponent(address)}`)
  const { Title: title, Description: description } = document
  return Object.fromEntries(
    Object.entries({ title, description }).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : []
    )
  )
}

export const writing: Actions = {
  publish: (happening) => sendDraft(happening, 'publish'),
  submit: (happening) => sendDraft(happening, 'submit'),
  draft: (happening) => sendDraft(happening, 'draft'),
  later: ({ store }) => store.set(({ draft }) => (hasText(draft) ? { dialog: 'later', planned: undefined } : {})),
  'write-later': (happening) => {
    const at = momentIn(String(happening.fields.get('At')), happening.store.get().zone)
    if (at === undefined) return undefined
    const { planned } = happening.store.get()
    happening.store.set({ dialog: undefined })
    return planned === undefined ? sendDraft(happening, 'later', at) : plan(happening.store, planned, at)
  },
  type: ({ store, element }) => {
    if (element instanceof HTMLInputElement) changeDraft(store, { type: element.value })
  },
  text: ({ store, element }) => {
    if (element instanceof HTMLTextAreaElement) changeDraft(store, { text: element.value })
  },
  field: ({ store, element }) => {
    if (!(element instanceof HTMLInputElement)) return
    const { name = '' } = element.dataset
    changeDraft(store, { fields: { ...store.get().draft.fields, [name]: element.value } })
  },
  mark: ({ value }) => mark(value),
  'edit-outgoing': ({ store, value }) => {
    const { outbox, draft } = store.get()
    const outgoing = outbox.find(({ key }) => key === value)
    if (outgoing === undefined) return
    if (hasText(draft)) return store.set({ reason: 'Send or keep the text in the box first.' })
    const text = outgoing.correction?.text ?? ''
    const edited = outgoing.draft ?? { ...emptyDraft(''), text }
    // With a new key: the service has refused the request of the old one.
    store.set({
      outbox: outbox.filter(({ key }) => key !== value),
      draft: { ...plain(edited), key: crypto.randomUUID() }
    })
    store.afterRender(focusBox)
  },
  'retry-outgoing': ({ store, outbox, value }) => {
    store.set(({ outbox: all }) => ({
      outbox: all.map(({ reason, ...outgoing }) =>
        outgoing.key === value || !reason ? outgoing : { ...outgoing, reason }
      )
    }))
    outbox.flush()
  },
  'drop-outgoing': ({ store, value }) =>
    store.set(({ outbox }) => ({ outbox: outbox.filter(({ key }) => key !== value) }))
}

/** Changes the draft. */
export const changeDraft = (store: Store, change: Partial<Draft>) =>
  store.set(({ draft }) => ({ draft: { ...draft, ...change } }))

/** Puts a mark around the selected text of the box. */
const mark = (name: string) => {
  const box = document.querySelector<HTMLTextAreaElement>('#write textarea')
  if (box === null) return
  const { selectionStart: start, selectionEnd: end, value } = box
  const selected = value.slice(start, end)
  const open = name === 'a' ? `<a href="${/^https?:/.test(selected) ? selected : 'https://'}">` : `<${name}>`
  box.setRangeText(`${open}${selected}</${name}>`, start, end, 'end')
  if (selected === '') box.selectionStart = box.selectionEnd = start + open.length
  box.focus()
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
