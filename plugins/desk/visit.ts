/** A request for a page of the newsroom. */
import type { SessionUser } from '../../db/sessions.ts'
import type { Row } from '../../schemas/language/rows.ts'
import type { ReadDocument, Refusal, WriteDocument } from './documents.ts'

/** A request for a page, with all that the page is made from. */
export interface Visit {
  readonly user: SessionUser
  /** Base URL, without a final slash. */
  readonly base: string
  /** Name of the module in addresses, such as `Desk`. */
  readonly module: string
  /** Path of the page, without its query. */
  readonly path: string
  readonly params: Row
  readonly query: Row
  readonly read: ReadDocument
  readonly write: WriteDocument
  /** Maximum number of bytes of an uploaded file. */
  readonly maxFileBytes: number
  /** Returns the address of a style sheet or script. */
  readonly asset: (name: string) => string
  /** The form of this page that was refused, if the page shows it again. */
  readonly refused?: RefusedForm
  /** The item that a form of this page has made, if the page shows it at once. */
  readonly made?: Row
}

/** A form that was refused. */
export interface RefusedForm {
  /** Name of the form: the value of its field `do`. */
  readonly name: string
  /** The fields as they were sent. */
  readonly values: Row
  readonly refusal: Refusal
}

/**
 * Does what a form of a page is for.
 * @param sent the fields of the form
 * @returns path of the page that the browser goes to, with `?done=` and a name of the page's notices; or an item that
 *   the page shows at once, because no address may contain it
 * @throws Refusal, and the page shows the form again
 */
export type Action = (visit: Visit, sent: Row) => Promise<string | { readonly made: Row }>

/** A page of the newsroom, and what its forms do, by their names. */
export interface VisitedPage {
  readonly show: (visit: Visit) => Promise<string>
  readonly actions?: Readonly<Record<string, Action>>
}
