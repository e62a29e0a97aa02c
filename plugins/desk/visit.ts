/** A request for a page of the newsroom. */
import type { SessionUser } from '../../db/sessions.ts'
import type { Row } from '../../schemas/language/rows.ts'
import type { Documents, Refusal } from './documents.ts'

/** A request for a page, with all that the page is made from. */
export interface Visit extends Documents {
  readonly user: SessionUser
  /** Base URL, without a final slash. */
  readonly base: string
  /** Name of the module in addresses, such as `Desk`. */
  readonly module: string
  /** Path of the page. The query has only what chooses the part of a list. */
  readonly path: string
  readonly params: Row
  readonly query: Row
  /** Maximum number of bytes of an uploaded file. */
  readonly maxFileBytes: number
  /** Returns the address of a style sheet or script. */
  readonly asset: (name: string) => string
  /** The form of this page that was refused, if the page shows it again. */
  readonly refused?: RefusedForm | undefined
  /** The item that a form of this page has made, if the page shows it at once. */
  readonly made?: Row
  /** Message about what the last form did. */
  readonly done?: string | undefined
}

/** A form that was refused. */
export interface RefusedForm {
  /** Name of the form: the value of its field `do`. */
  readonly name: string
  /** The fields as they were sent. */
  readonly values: Row
  readonly refusal: Refusal
}

/** A form of a page. */
export interface Action {
  /**
   * Carries out the form.
   * @param sent the fields of the form
   * @returns the item that it has made or changed, or the path that the browser goes to instead of this page
   * @throws Refusal, and the page shows the form again
   */
  readonly act: (visit: Visit, sent: Row) => Promise<Row | string | undefined>
  /** Message about its effect. Without one, the page shows the item at once, because no address may contain it. */
  readonly done?: string
}

export type Actions = Readonly<Record<string, Action>>

/** A page of the newsroom, and its forms, by their names. */
export interface VisitedPage {
  readonly show: (visit: Visit) => Promise<string>
  readonly actions?: Actions
}
