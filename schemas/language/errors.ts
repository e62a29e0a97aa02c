/** Errors: what was thrown, of which the language says nothing. */

/** Returns the message of an error; anything else that was thrown, as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
