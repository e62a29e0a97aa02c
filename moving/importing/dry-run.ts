/** Explains why a dry run of an import has ended. Its notes about what it read are in a table of its connection. */
import { isTemporary } from '../../plugins/faults/temporary.ts'
import { membersOf } from '../../schemas/language/rows.ts'

/** The code of PostgreSQL for a table that does not exist: a new connection lacks the one with the notes. */
const UNDEFINED_TABLE = '42P01'

/** @throws Error that the notes are lost, if the database did not answer or lacks them; other errors as they are */
export const explainLoss = (error: unknown): never => {
  const isLost = isTemporary(error) || membersOf(error).code === UNDEFINED_TABLE
  throw isLost ? new Error('The database did not answer, and the dry run has lost its notes: repeat it') : error
}
