/** Escapes text for HTML. */
import { toXmlText } from '../../schemas/language/lexical.ts'

/** Escapes a text for the contents and for quoted attributes of HTML elements. */
export const escapeHtml = (text: string): string =>
  MARKUP.test(text) ? toXmlText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : toXmlText(text)

const MARKUP = /[&<>"']/
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
}
