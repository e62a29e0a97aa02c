/** Positions in a text, for error messages. */

/** Returns the position of an index as `line 2, column 5`, counted from 1 as editors do. */
export const positionOf = (text: string, index: number): string => {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < index; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return `line ${line}, column ${index - start + 1}`
}
