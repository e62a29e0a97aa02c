/** Positions in a text, for error messages. */

/** Returns the position of an index as `line 2, column 5`, counted from 1 as editors do. */
export const positionOf = (text: string, index: number): string => {
  const precedingText = text.slice(0, index)
  return `line ${precedingText.split('\n').length}, column ${index - precedingText.lastIndexOf('\n')}`
}
