/**
 * Keeps texts on this device, until the service has them. Each open page has its own place, so that two
 * pages never write over each other; the place of a closed page is taken over with its text.
 */
import { isObject, membersOf } from '../../../schemas/language/rows.ts'
import type { State } from '../view/state.ts'

export type KeptTexts = Pick<State, 'draft' | 'outbox' | 'corrections'>

/** Prefix of the names of texts in the storage of the device. */
const PREFIX = 'desk:'

/** Maximum number of open pages of a blog with their own places. */
const PLACES = 20

export type Keeper = ReturnType<typeof keeperOf>

/** Takes a place that no other open page has. */
export const takePlace = async (blogId: number, userId: number): Promise<Keeper> => {
  const names = Array.from({ length: PLACES }, (_, place) => `${PREFIX}${blogId}:${userId}:${place}`)
  for (const name of names) if (await isFree(name)) return keeperOf(name, names)
  return keeperOf(`${PREFIX}${blogId}:${userId}:0`, names)
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

/** Returns whether kept values have today's shape; another version of the page may have kept them. */
const isKept = (value: unknown): value is KeptTexts => {
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

/** Returns kept texts. Requests wait visibly. */
const read = (name: string): KeptTexts | undefined => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    if (!isKept(stored)) return undefined
    return { ...stored, outbox: stored.outbox.map((outgoing) => ({ ...outgoing, isShown: true })) }
  } catch {
    return undefined
  }
}

/** @param name of this page's place. @param names of all places */
const keeperOf = (name: string, names: readonly string[]) => {
  let before: readonly string[] = []
  return {
    /** Returns the texts that an earlier page kept. */
    read: (): Partial<KeptTexts> => read(name) ?? {},

    /** Keeps the text. @returns whether the device had room for it */
    write: (texts: KeptTexts): boolean => {
      try {
        localStorage.setItem(name, JSON.stringify(texts))
        return true
      } catch {
        return false
      }
    },

    /**
     * Hands over the texts of pages that are closed, each once. A page that is being loaded again has no lock for
     * a moment, so a place must have been free at the time of the call before, too.
     * @param take brings a text into this page. @returns whether it is kept there, so that it can be removed here
     */
    collect: async (take: (texts: KeptTexts) => boolean): Promise<void> => {
      const free = await freeNamesIn(names)
      const leftNames = free.filter((each) => before.includes(each))
      before = free
      for (const each of leftNames) {
        await navigator.locks.request(each, { ifAvailable: true }, (lock) => {
          const texts = lock === null ? undefined : read(each)
          if (texts !== undefined && take(texts)) localStorage.removeItem(each)
        })
      }
    }
  }
}

/** Returns the names of places with a text that no open page has. */
const freeNamesIn = async (names: readonly string[]): Promise<readonly string[]> => {
  if (!('locks' in navigator)) return []
  const { held = [] } = await navigator.locks.query()
  const heldNames = new Set(held.map(({ name }) => name))
  return names.filter((name) => !heldNames.has(name) && read(name) !== undefined)
}
