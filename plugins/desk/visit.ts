/** A request for a page of the newsroom. */
import type { SessionUser } from '../../db/sessions.ts'
import type { Row } from '../../schemas/language/rows.ts'
import type { ReadDocument } from './documents.ts'

/** A request for a page, with all that the page is made from. */
export interface Visit {
  readonly user: SessionUser
  /** Base URL, without a final slash. */
  readonly base: string
  /** Name of the module in addresses, such as `Desk`. */
  readonly module: string
  readonly params: Row
  readonly query: Row
  readonly read: ReadDocument
  /** Returns the address of a style sheet or script. */
  readonly asset: (name: string) => string
}
