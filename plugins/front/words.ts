/** The words that people search for, and their positions in a text. The database compares words in the same way. */
import { toXmlText } from '../../schemas/language/lexical.ts'
import { MAX_QUERY } from '../pages/addresses.ts'

/** A part of a text. */
export interface Part {
  readonly text: string
  /** Whether it is one of the words that were searched for, or begins with one. */
  readonly isMarked: boolean
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Signs above and below letters, after a text was decomposed. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g
/** Shorter words match whole words only. */
const MIN_PREFIX = 3

const plain = (word: string): string => word.toLowerCase().normalize('NFKD').replace(ACCENTS, '')

/** Returns the words of a text, without case and accents. */
export const wordsIn = (text: string): readonly string[] => (text.match(WORD) ?? []).map(plain)

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

/** Splits a text into parts with and without the words. */
export const markWords = (text: string, words: readonly string[]): readonly Part[] => {
  const parts: Part[] = []
  let end = 0
  const add = (to: number, isMarked: boolean) => {
    if (to > end) parts.push({ text: text.slice(end, to), isMarked })
    end = to
  }
  for (const match of text.matchAll(WORD)) {
    const [word] = match
    if (!isOneOf(plain(word), words)) continue
    add(match.index, false)
    add(match.index + word.length, true)
  }
  add(text.length, false)
  return parts
}

const isOneOf = (candidate: string, words: readonly string[]): boolean =>
  words.some((word) => candidate === word || (word.length >= MIN_PREFIX && candidate.startsWith(word)))

/** Maximum number of characters before the first word of an excerpt, and in all. */
const BEFORE = 60
const EXCERPT = 260

/** Returns the part of a text that has the first of the words; its start if it has none. */
export const excerpt = (text: string, words: readonly string[]): string => {
  const at = firstIn(text, words)
  const start = at <= BEFORE ? 0 : wordStart(text, at - BEFORE, at)
  const end = text.length <= start + EXCERPT ? text.length : wordEnd(text, start + EXCERPT)
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

/** Returns the position of the first of the words in a text; 0 if it has none of them. Reads no further than that. */
const firstIn = (text: string, words: readonly string[]): number => {
  for (const { 0: word, index } of text.matchAll(WORD)) if (isOneOf(plain(word), words)) return index
  return 0
}

/** Returns where the first whole word after a position begins, at most `last`. */
const wordStart = (text: string, from: number, last: number): number => {
  const space = text.slice(from, last).search(/\s\S/)
  return space < 0 ? last : from + space + 1
}

/** Returns where the last whole word before a position ends; the position in a text without spaces. */
const wordEnd = (text: string, to: number): number => {
  const space = text.slice(0, to).search(/\s\S*$/)
  return space < to - EXCERPT / 2 ? to : space
}
