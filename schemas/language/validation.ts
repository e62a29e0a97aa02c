/** Extensions of JSON Schema for the validator: the keywords and text formats of this project. */
import { isXmlText, parseList, parseMoment } from './lexical.ts'
import { MAX_OBJECT_DEPTH, objectFrom } from './rows.ts'

/** Maximum members of a list in a parameter. The database compares each of them with every row. */
const MAX_TERMS = 50

/** Keyword for a list of names, separated by commas: each is a legal name, and there are no duplicates. */
const names = {
  keyword: 'names',
  type: 'string' as const,
  errors: false,
  validate: (legal: readonly string[], text: string) => {
    const members = text.split(',').map((name) => name.trim())
    return members.every((name) => legal.includes(name)) && new Set(members).size === members.length
  }
}

/** Keywords that the validator checks. It ignores the others of this project, unless it is strict. */
export const keywords = [names]

/** Checks of text formats, by name. */
export const formats = {
  'xml-text': isXmlText,
  'xml-texts': (text: string) => isXmlText(text) && parseList(text).length <= MAX_TERMS,
  // Fifteen digits are enough for every id, and fit PostgreSQL's bigint.
  ids: (text: string) => /^\d{1,15}( *, *\d{1,15})*$/.test(text) && parseList(text).length <= MAX_TERMS,
  moment: (text: string) => parseMoment(text) !== undefined,
  decimal: (text: string) => /^-?\d{1,30}(\.\d{1,30})?$/.test(text),
  'web-address': (text: string) => isXmlText(text) && /^https?:\/\//.test(text) && isPublicAddress(text),
  segment: (text: string) => isXmlText(text) && !/^\.\.?$|\.(xml|json|html)$/i.test(text),
  'json-object': (text: string) => isXmlText(text) && objectFrom(text) !== undefined
}

/** Error texts, by format. Each continues a sentence that starts with the name of the parameter or property. */
export const formatReasons: Readonly<Record<string, string>> = {
  moment: 'must be a time in the years 1 to 9999, such as 2026-11-03 20:00:00; UTC unless an offset follows',
  decimal: 'must be a decimal number with at most 30 digits before and after the point',
  ids: `must be up to ${MAX_TERMS} whole numbers separated by commas`,
  'xml-text': 'contains a character that XML forbids: a control character, a lone surrogate, U+FFFE or U+FFFF',
  'xml-texts': `must be up to ${MAX_TERMS} texts separated by commas, without characters that XML forbids`,
  'web-address':
    'must be an address that begins with http:// or https://, without a user name and a password, or empty',
  segment:
    'is part of an address: it must not be . or .., end with .xml, .json or .html, ' +
    'or contain characters that XML forbids',
  'json-object':
    `must be a JSON object, or a JSON object as text, of at most ${MAX_OBJECT_DEPTH} levels ` +
    'and without characters that XML forbids'
}

/** Returns whether everybody may read an address: it has no user name and no password. */
const isPublicAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
