/**
 * Keeps what was written on this device, until the service has it. Each open page has a place of its own, so that two
 * pages never write over each other; the place of a closed page is taken over with its text.
 */
import { isObject, membersOf } from '../../../schemas/language/rows.ts'
import type { State } from '../view/state.ts'

type Kept = Pick<State, 'draft' | 'outbox' | 'corrections'>

/** Begin of the names of texts in the storage of the device. */
const PREFIX = 'desk:'

/** Maximum number of open pages of a blog with places of their own. */
const PLACES = 20

export interface Keeper {
  /** Returns what was kept by an earlier page. */
  readonly read: () => Partial<Kept>
  /** Keeps the text. @returns whether the device had room for it */
  readonly write: (state: Kept) => boolean
}

/** Takes a place that no other open page has. */
export const takePlace = async (blogId: number, userId: number): Promise<Keeper> => {
  const nameOf = (place: number) => `${PREFIX}${blogId}:${userId}:${place}`
  for (let place = 0; place < PLACES; place += 1) {
    if (await isFree(nameOf(place))) return keeperOf(nameOf(place))
  }
  return keeperOf(nameOf(0))
}

/** Returns whether a kept text on this device contains a key. */
export const isKeptHere = (key: string): boolean => {
  try {
    return Object.entries(localStorage).some(([name, text]) => name.startsWith(PREFIX) && String(text).includes(key))
  } catch {
    return false
  }
}

/** Takes the lock of a name, which the browser releases when the page ends. Without locks, there is one page. */
const isFree = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    if (!('locks' in navigator)) return resolve(true)
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => {})
    })
  })

/** Returns whether kept values have the shape of today; another version of the page may have kept them. */
const isKept = (value: unknown): value is Partial<Kept> => {
  const { draft, outbox, corrections } = membersOf(value)
  const hasDraft = (each: unknown) => isDraft(membersOf(each).draft)
  return (
    isDraft(draft) &&
    Array.isArray(outbox) &&
    outbox.every(hasDraft) &&
    isObject(corrections) &&
    Object.values(corrections).every(hasDraft)
  )
}

const isDraft = (value: unknown): boolean => {
  const { key, type, text, fields, pictures } = membersOf(value)
  return [key, type, text].every((each) => typeof each === 'string') && isObject(fields) && Array.isArray(pictures)
}

const keeperOf = (name: string): Keeper => ({
  read: () => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
      return isKept(kept) ? kept : {}
    } catch {
      return {}
    }
  },
  write: ({ draft, outbox, corrections }) => {
    try {
      localStorage.setItem(name, JSON.stringify({ draft, outbox, corrections }))
      return true
    } catch {
      return false
    }
  }
})
