/** Names a place in a text as editors do. */

/** @param at index into the text, up to its length */
export const positionOf = (text: string, at: number): string => {
  const before = text.slice(0, at)
  return `line ${before.split('\n').length}, column ${at - before.lastIndexOf('\n')}`
}
