/** Reads the pages at addresses that become cards: as soon as they are typed, so that the preview has their titles. */
import { cardAddress, unreadAddress } from '../view/draft.ts'
import type { Card, Draft } from '../view/writing.ts'
import { isPassing, send } from '../../../clients/js/src/requests.ts'
import type { Describe } from './outbox.ts'
import type { Store } from './store.ts'
import { changeDraft } from './drafts.ts'

/** Milliseconds without a change of the text before the page at its address is read. */
const PAUSE = 500

/** Milliseconds that a page may take: the post is more important than its title. */
const PATIENCE = 5000

const NO_TITLE = 'The title of this page could not be read. Check its address, or choose “Link” to write one.'
const LATER = 'The title of this page is read when you send this.'

/**
 * Gives the drafts of a store their cards from now on. Returns a function that returns the draft of a request with the
 * page of its card; further attempts send the same.
 */
export const createCards = (store: Store): Describe => {
  const pending = new Map<string, Promise<Card>>()
  let timer: number | undefined

  const cardAt = (address: string): Promise<Card> => {
    const card = pending.get(address) ?? ask(store, address).finally(() => pending.delete(address))
    pending.set(address, card)
    return card
  }
  const attend = async (draft: Draft) => {
    const address = unreadAddress(draft)
    if (address !== undefined) changeDraft(store, draft.key, { card: await cardAt(address) })
  }
  const attendAll = () => {
    const { draft, corrections } = store.get()
    for (const each of [draft, ...Object.values(corrections).map(({ draft }) => draft)]) void attend(each)
  }
  store.watch(({ draft, corrections }, before) => {
    if (draft === before.draft && corrections === before.corrections) return
    clearTimeout(timer)
    timer = setTimeout(attendAll, PAUSE)
  })
  attendAll()

  return async ({ key, draft }) => {
    const address = draft.card?.isOpen === true ? cardAddress(draft) : unreadAddress(draft)
    if (address === undefined) return draft
    const { isOpen: _isOpen, ...card } = await cardAt(address)
    const described = { ...draft, card }
    store.set(({ outbox }) => ({
      outbox: outbox.map((each) => (each.key === key ? { ...each, draft: described } : each))
    }))
    return described
  }
}

const ask = async ({ get }: Store, address: string): Promise<Card> => {
  const answer = await send(`${get().base}/resources/Tool/URLInfo?url=${encodeURIComponent(address)}`, {
    patience: PATIENCE
  })
  if (isPassing(answer) || answer.status === 401) return { address, fields: {}, reason: LATER, isOpen: true }
  const { Title: title, Description: description } = answer.document
  const fields = Object.fromEntries(
    Object.entries({ title, description }).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : []
    )
  )
  return { address, fields, ...(fields.title === undefined && { reason: NO_TITLE }) }
}
