/** Reasons why a picture is not moved: its source, or the archive, which cannot take it now. */
import { isTemporary, temporaryReason } from '../../plugins/faults/temporary.ts'
import { withTlsFault } from '../../plugins/outgoing/encryption.ts'
import { Refusal } from '../../plugins/outgoing/index.ts'

/** Another attempt to fetch the picture would fail, too. */
export class Unfetchable extends Error {}

/** The archive cannot take the picture now: its storage is full, or the database does not answer. */
export class ArchiveAway extends Error {
  readonly statusCode = 503
}

/** Returns the result of an access to the archive. @throws ArchiveAway if it may succeed later */
export const orAway = <T>(access: Promise<T>): Promise<T> =>
  access.catch((error: unknown) => {
    throw isTemporary(error) ? new ArchiveAway(temporaryReason(error), { cause: error }) : error
  })

/** Returns whether another attempt would fail, too. */
export const isFinal = (error: unknown): boolean =>
  (error instanceof Refusal && !isUnanswered(error)) ||
  error instanceof Unfetchable ||
  (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500)

/** Returns whether no name server answered, so that nobody knows where the name leads. */
const isUnanswered = ({ cause }: Refusal): boolean =>
  cause instanceof Error && !('code' in cause && NO_SUCH_NAME.includes(cause.code))
const NO_SUCH_NAME: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/** Continues the sentence that begins with the picture. */
export const reasonOf = (error: Error): string => {
  if (error instanceof ArchiveAway) return 'could not be stored here'
  if (error instanceof Refusal || !('code' in error || 'statusCode' in error)) return error.message
  if ('errors' in error && Array.isArray(error.errors)) {
    const [{ reason = error.message }] = error.errors
    return String(reason)
  }
  return 'statusCode' in error ? `was not accepted: ${error.message}` : withTlsFault('could not be fetched', error)
}
