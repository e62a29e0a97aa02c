/** Reads pages of the service, and parses markup that it has made safe. */
import { SCRIPT_LABELS } from '../../labels/labels.ts'

let accepted = (markup: string): string => markup

/** Sets a function that converts markup before it is parsed: pages that require Trusted Types accept no plain texts. */
export const acceptAs = (form: (markup: string) => string): void => {
  accepted = form
}

/** Returns the document of a markup. */
export const parsed = (markup: string): Document => new DOMParser().parseFromString(accepted(markup), 'text/html')

/** Milliseconds in which a page must arrive. */
const TIME_LIMIT = 20_000

/**
 * Returns a page of the service; undefined if it answers 404, because readers may not see the blog.
 * @throws Error if the service refuses it in another way, or cannot be reached in time, or if another program answers
 */
export const pageAt = async (address: string, init: RequestInit): Promise<Document | undefined> => {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIME_LIMIT) })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const page = parsed(await response.text())
  // A proxy, or a network that asks for a login, may send its own page in place of the service's.
  if (page.getElementById(SCRIPT_LABELS) === null) throw new Error(`${address} answered with another page`)
  return page
}
