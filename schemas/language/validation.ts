/** What the validator must know in addition to JSON Schema: the schemas' own keywords and text formats. */
import { isXmlText, parseList, parseMoment } from './lexical.ts'

/** A list in a parameter has at most this many members: each is looked for in every row. */
const MAX_TERMS = 50

/** A list of names in a parameter: each is a legal one, and none stands there twice. */
const names = {
  keyword: 'names',
  type: 'string' as const,
  errors: false,
  validate: (legal: readonly string[], text: string) => {
    const named = text.split(',').map((name) => name.trim())
    return named.every((name) => legal.includes(name)) && new Set(named).size === named.length
  }
}

/** Keywords of our own. All but `names` describe how a value is shown; the validator passes them over. */
export const keywords = [
  names,
  'lexical',
  'link',
  'key',
  'file',
  'web',
  'values',
  'rows',
  'wire',
  'listWire',
  'personal',
  'pageSize',
  'unfilled',
  'clearable'
]

/** Text formats. */
export const formats = {
  'xml-text': isXmlText,
  'xml-texts': (text: string) => isXmlText(text) && parseList(text).length <= MAX_TERMS,
  // Fifteen digits are more than any id has and fewer than PostgreSQL's bigint takes.
  ids: (text: string) => /^\d{1,15}( *, *\d{1,15})*$/.test(text) && parseList(text).length <= MAX_TERMS,
  moment: (text: string) => parseMoment(text) !== undefined,
  'moment-or-none': (text: string) => text === '' || parseMoment(text) !== undefined,
  decimal: (text: string) => /^-?\d{1,30}(\.\d{1,30})?$/.test(text),
  'web-address': (text: string) => text === '' || (isXmlText(text) && /^https?:\/\//.test(text) && URL.canParse(text)),
  segment: (text: string) => isXmlText(text) && !/^\.\.?$|\.(xml|json)$/i.test(text),
  'json-object': (text: string) => isXmlText(text) && isJsonObject(text)
}

const MOMENT = 'must be a moment of the years 1 to 9999 such as 2026-11-03 20:00:00, in UTC unless an offset follows'

/** What each format asks of a text, in words that follow the name of its place. */
export const formatReasons: Readonly<Record<string, string>> = {
  moment: MOMENT,
  'moment-or-none': `${MOMENT}, or empty`,
  decimal: 'must be a decimal number of at most 30 digits on either side of the point',
  ids: `must be up to ${MAX_TERMS} whole numbers separated by commas`,
  'xml-text': 'holds a character that XML forbids: a control character, a lone surrogate, U+FFFE or U+FFFF',
  'xml-texts': `must be up to ${MAX_TERMS} texts separated by commas, without characters that XML forbids`,
  'web-address': 'must be an address that begins with http:// or https://, or empty',
  segment: 'stands in an address: it must not be . or .., end with .xml or .json, or hold characters that XML forbids',
  'json-object': 'must be a JSON object, or the text of one without characters that XML forbids'
}

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
