/** What the validator must know beside JSON Schema: the schemas' own keywords and text formats. */
import { isXmlText, parseMoment } from './lexical.ts'

/** Keywords that describe how a value is shown; the validator passes them over. */
export const keywords = ['lexical', 'link', 'key', 'file', 'web', 'values', 'rows', 'wire', 'listWire', 'names', 'personal', 'pageSize']

/** Text formats. */
export const formats = {
  'xml-text': isXmlText,
  moment: (text: string) => parseMoment(text) !== undefined,
  decimal: (text: string) => /^-?\d{1,30}(\.\d{1,30})?$/.test(text),
  'json-object': (text: string) => isXmlText(text) && isJsonObject(text)
}

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
