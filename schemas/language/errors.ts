/** Errors: what was thrown, of which the language says nothing. */

/** Returns the message of an error; anything else that was thrown, as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns why `fetch` failed: its own message is the same for all reasons, and its cause has them. */
export const fetchFailureOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  // Of a host with several addresses, the cause has a code only.
  const reason = cause instanceof Error ? cause.message || ('code' in cause && String(cause.code)) : ''
  return reason || messageOf(error)
}
