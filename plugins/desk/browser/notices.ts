/**
 * Messages that disappear after ten seconds, or once nobody looks at them any more. A message about something that
 * could not be taken back stays: its button is the only way.
 */
import { textOf } from '../view/content.ts'
import type { Post } from '../view/post.ts'
import type { Notice, State } from '../view/state.ts'
import type { Store } from './store.ts'

/** Minimum milliseconds that a message stays, with its button to undo the action. */
const LIFETIME = 10_000
/** Maximum number of messages at a time. */
const MAX_NOTICES = 4

/** Screens with room for one message, as in ../styles/messages.css. */
const PHONE = '(max-width: 48rem)'

/** Number of characters of a post that a message about it quotes. */
const EXCERPT = 60

/**
 * Shows a message.
 * @param post id of the post that it is about
 * @param before the state before the action, which may have deleted the post
 */
export const notify = (
  store: Store,
  notice: Omit<Notice, 'key'>,
  post?: number,
  before: Pick<State, 'posts'> = store.get()
) => {
  const key = crypto.randomUUID()
  const named = post === undefined ? undefined : (store.get().posts[post] ?? before.posts[post])
  const about = notice.about ?? (named && excerptOf(named))
  const added = { ...notice, key, about }
  store.set(({ notices }) => {
    const others = limited(notices, MAX_NOTICES - 1)
    // The last one is at the lower edge, and moves all others up. On a phone, it is the only one.
    const goesAbove = isAtNotices() && !matchMedia(PHONE).matches
    return { notices: goesAbove ? [added, ...others] : [...others, added] }
  })
  const expire = () => {
    if (isNeeded() || (notice.isError && notice.undo)) setTimeout(expire, LIFETIME)
    else closeNotice(store, key)
  }
  setTimeout(expire, LIFETIME)
}

/** Returns at most so many messages. Those without a button go first, and those that hold a text last. */
const limited = (notices: readonly Notice[], count: number): readonly Notice[] => {
  const byWorth = [...notices].sort((one, other) => worthOf(one) - worthOf(other))
  const kept = new Set(byWorth.slice(-count))
  return notices.filter((notice) => kept.has(notice))
}

const worthOf = ({ undo, dropped }: Notice) => (dropped ? 2 : undo ? 1 : 0)

/** Returns whether somebody is at the messages, with the pointer or the keyboard. */
const isAtNotices = (): boolean => document.querySelector('.notices:is(:hover, :focus-within)') !== null

/** Returns whether somebody is at the messages, or has not seen the page yet. */
const isNeeded = (): boolean => document.hidden || isAtNotices()

const excerptOf = ({ Content }: Post): string => {
  const words = textOf(Content)
    .replace(/<(?:\/?(?:p|div|li|h\d|figure|figcaption|blockquote|t[rdh])|br)\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const signs = [...words]
  return signs.length > EXCERPT ? `${signs.slice(0, EXCERPT).join('')}…` : words
}

export const closeNotice = (store: Store, key: string) =>
  store.set(({ notices }) => ({ notices: notices.filter((notice) => notice.key !== key) }))
