/** Actions of the page: what happens when somebody uses a button, a form or a key. */
import type { Outbox } from './outbox.ts'
import type { Store } from './store.ts'
import type { Uploads } from './uploads.ts'

/** The event that an action handles, and the parts of the page that it needs. */
export interface ActionEvent {
  readonly store: Store
  readonly outbox: Outbox
  readonly uploads: Uploads
  /** The attribute `data-value` of the element: an id, or the name of something. */
  readonly value: string
  /** The element that was used. */
  readonly element: HTMLElement
  /** The fields of the form, if one was sent. */
  readonly fields: FormData
}

export type Action = (event: ActionEvent) => void | Promise<void>
export type Actions = Readonly<Record<string, Action>>

/** Says in the form of an element why it was not carried out. */
export const say = (element: Element, reason: string): void => {
  const place = element.closest('form')?.querySelector('[data-reason]')
  if (place) place.textContent = reason
}

/** Returns the id of the post in whose item an element is. */
export const postOf = (element: Element): number =>
  Number(element.closest<HTMLElement>('[data-post]')?.dataset.post ?? Number.NaN)
