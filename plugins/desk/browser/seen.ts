/** Notes which posts the user has seen, also for the next time that the page is opened on this device. */
import type { Seen, State } from '../view/state.ts'
import { allSeen } from '../view/unread.ts'
import { recall, remember } from './device.ts'
import type { Store } from './store.ts'

/** Milliseconds for which new posts stay marked while the timeline is in view; at most twice as many. */
const SEEN_AFTER = 5000

/** Returns the name of the setting of the device. */
const nameOf = ({ blog, me }: Pick<State, 'blog' | 'me'>) => `desk:seen:${blog.Id}:${me.Id}`

/** Returns how far the user has seen the timeline on this device; on a new one, all of it. */
export const recallSeen = (initial: State): Seen => {
  const [change, on] = recall(nameOf(initial))?.split(' ').map(Number) ?? []
  return change !== undefined && on !== undefined && change <= initial.cursor ? { change, on } : initial.seen
}

/** Lets posts count as seen once the timeline has been in view for a while. */
export const noteSeen = (store: Store): void => {
  let before: Seen | undefined
  setInterval(() => {
    const state = store.get()
    if (document.hidden || state.held.length > 0 || state.panel !== 'timeline') {
      before = undefined
      return
    }
    if (before !== undefined && before.change !== state.seen.change) {
      store.set({ seen: before })
      remember(nameOf(state), `${before.change} ${before.on}`)
    }
    before = allSeen(state)
  }, SEEN_AFTER)
}
