/** Texts in uploaded files, and their names, as lines of text. */
import { toXmlText } from '../../schemas/language/lexical.ts'

/** Maximum length of a text in the archive, in characters. Longer ones are cut off. */
const MAX_TEXT = 255

/** Returns a value as one line of text; undefined when it is not text or is empty. */
export const plainText = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const line = value
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
  return line === '' ? undefined : toXmlText(line)
}

/** Returns the name of a file without the folders that some clients send; `file` if there is no name. */
export const fileName = (path: string | undefined): string => plainText(path?.replace(/^.*[/\\]/s, '')) ?? 'file'
