/** The words that people search for. */
import { toXmlText } from '../../schemas/language/lexical.ts'
import { MAX_QUERY } from '../pages/addresses.ts'
import { wordsIn } from './words.ts'

/** Maximum number of words of a search. */
const MAX_WORDS = 10

export interface Query {
  readonly text: string
  /** Its words, without case and accents. */
  readonly words: readonly string[]
  /** Whether it can be searched for: it has words, and not too many. */
  readonly state: 'empty' | 'too long' | 'ready'
}

/** Returns the query in a parameter. */
export const queryIn = (parameter: unknown): Query => {
  // PostgreSQL knows no U+0000, and pages show no control characters.
  const text = typeof parameter === 'string' ? toXmlText(parameter).trim() : ''
  if (text.length > MAX_QUERY) return { text: text.slice(0, MAX_QUERY), words: [], state: 'too long' }
  const words = wordsIn(text)
  return { text, words, state: words.length === 0 ? 'empty' : words.length > MAX_WORDS ? 'too long' : 'ready' }
}
