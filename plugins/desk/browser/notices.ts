/** Messages that disappear after ten seconds. */
import type { Notice } from '../view/state.ts'
import type { Store } from './store.ts'

/** Milliseconds that a message stays, and with it the way to undo an action. */
const LIFETIME = 10_000
/** Maximum number of messages at a time. */
const MAX_NOTICES = 4

/** Shows a message. */
export const notify = (store: Store, notice: Omit<Notice, 'key'>) => {
  const key = crypto.randomUUID()
  store.set(({ notices }) => ({ notices: [...notices, { ...notice, key }].slice(-MAX_NOTICES) }))
  setTimeout(() => closeNotice(store, key), LIFETIME)
}

export const closeNotice = (store: Store, key: string) =>
  store.set(({ notices }) => ({ notices: notices.filter((notice) => notice.key !== key) }))
