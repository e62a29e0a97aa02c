/** Explains the syntax errors of JSON bodies. */
import { positionOf } from './position.ts'

/** Returns a sentence about the mistake in a body that secure-json-parse has refused, with line and column. */
export const explainJson = (message: string, body: string): string => {
  if (message === FORBIDDEN) return 'no member may be called __proto__ or constructor.prototype'
  const [, reason = message, position] = MESSAGE.exec(message) ?? []
  return `${positionOf(body, position === undefined ? unexpectedTokenIn(body) : Number(position))}: ${reason}`
}

/** Message of secure-json-parse; all others are from V8. */
const FORBIDDEN = 'Object contains forbidden prototype property'
const MESSAGE = /^(.*?)(?:, .* is not valid JSON|(?: in JSON)?(?: at position (\d+)(?:\D.*)?)?)$/s

/**
 * Finds the error of a text for which V8 names no position: the text ends, or has something else than a value.
 * Everything before it is valid, so the character before a value is enough to know that it must be one.
 * @returns the index of the first character that begins no value, or the length of the text
 */
const unexpectedTokenIn = (text: string): number => {
  let previous = ','
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (' \t\n\r'.includes(character)) continue
    const isEmptyArray = previous === '[' && character === ']'
    if (',:['.includes(previous) && !isEmptyArray && !beginsValue(text, at)) return at
    previous = character
    if (character === '"') at = endOfString(text, at)
  }
  return text.length
}

const beginsValue = (text: string, at: number): boolean =>
  '"[{-0123456789'.includes(text.charAt(at)) || LITERALS.some((literal) => text.startsWith(literal, at))

const LITERALS = ['true', 'false', 'null'] as const

/** Returns the index of the closing quote of a string. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
  return at
}
