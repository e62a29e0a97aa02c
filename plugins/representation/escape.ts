/** Escapes text for HTML. */
import { toXmlText } from '../../schemas/language/lexical.ts'

/** Escapes a text for the contents and for attributes in double quotes of HTML elements. */
export const escapeHtml = (text: string): string =>
  toXmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
