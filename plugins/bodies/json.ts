/**
 * Explains syntax errors in JSON bodies with line and column. V8's messages contain a position for some
 * errors only.
 */
import { positionOf } from './position.ts'

/** Returns the reason why the JSON parser rejected a text, with line and column of a syntax error. */
export const jsonError = (text: string): string => {
  const message = syntaxErrorOf(text)
  if (message === undefined) return 'no member may be called __proto__ or constructor.prototype'
  const [, reason = message, position] = MESSAGE.exec(message) ?? []
  return `${positionOf(text, position === undefined ? unexpectedTokenIn(text) : Number(position))}: ${reason}`
}

const MESSAGE = /^(.*?)(?:, .* is not valid JSON|(?: in JSON)?(?: at position (\d+).*)?)$/s

/**
 * Finds the index of the first unexpected token, by bisection: JSON.parse reports "Unexpected token" for exactly those
 * prefixes that contain it. Returns the length of the text if it just ends too early.
 */
const unexpectedTokenIn = (text: string): number => {
  let [valid, invalid] = [0, text.length + 1]
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    if (syntaxErrorOf(text.slice(0, middle))?.startsWith('Unexpected token')) invalid = middle
    else valid = middle
  }
  return valid
}

const syntaxErrorOf = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    if (error instanceof SyntaxError) return error.message
    throw error
  }
}
