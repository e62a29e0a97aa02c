/** Texts that come out of files and out of names: anybody may have written anything there. */
import { toXmlText } from '../../schemas/language/lexical.ts'

/** The most characters that the archive keeps of a text. */
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

/** The name of a file without the folders that some clients send along. */
export const fileName = (sent: string | undefined): string => plainText(sent?.replace(/^.*[/\\]/s, '')) ?? 'file'
