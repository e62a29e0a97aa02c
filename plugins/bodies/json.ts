/** Says where a JSON body is broken: V8's own messages give the position of some errors only. */
import { positionOf } from './position.ts'

/** The reason why a text was refused as JSON, with line and column as far as it has a place. */
export const jsonError = (text: string): string => {
  const message = syntaxErrorOf(text)
  if (message === undefined) return 'no member may be called __proto__ or constructor.prototype'
  const [, reason = message, position] = MESSAGE.exec(message) ?? []
  return `${positionOf(text, position === undefined ? unexpectedTokenIn(text) : Number(position))}: ${reason}`
}

const MESSAGE = /^(.*?)(?:, .* is not valid JSON|(?: in JSON)?(?: at position (\d+).*)?)$/s

/** The index of the first token that JSON doesn't allow there; the text's length when the text only ends too early. */
const unexpectedTokenIn = (text: string): number => {
  let [allowed, refused] = [0, text.length + 1]
  while (refused - allowed > 1) {
    const middle = (allowed + refused) >> 1
    if (syntaxErrorOf(text.slice(0, middle))?.startsWith('Unexpected token')) refused = middle
    else allowed = middle
  }
  return allowed
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
