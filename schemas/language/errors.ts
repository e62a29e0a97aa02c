/** The messages of errors, and of other values that were thrown. */

/** Returns the message of an error; anything else that was thrown, as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns why `fetch` failed. Its error has the same message for all reasons, and the reason as its cause. */
export const fetchFailureOf = (error: unknown): string => {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return messageOf(error)
  const { cause, message } = error
  // Of a host with several addresses, the cause has a code only.
  return cause.message || ('code' in cause ? String(cause.code) : message)
}
