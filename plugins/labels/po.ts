/** Reads and writes PO files (https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html). */
import { po, type GetTextTranslation } from 'gettext-parser'

/** A message in a PO file. */
export interface PoMessage {
  /** The English text, and its plural if it has a number. */
  readonly text: string
  readonly plural?: string | undefined
  /** Translations: one, or one for each plural form. Texts that are empty are not translated yet. */
  readonly translations: readonly string[]
  /** Source files in which the message is. */
  readonly sources: readonly string[]
  /** Whether somebody has to look at the translation again (`#, fuzzy`). */
  readonly isFuzzy?: boolean
}

/** A catalogue: a PO file, or a template without translations (POT). */
export interface Catalogue {
  readonly headers: Readonly<Record<string, string>>
  readonly messages: readonly PoMessage[]
}

/** Returns the contents of a PO file. @throws SyntaxError if it is malformed */
export const readPo = (text: string): Catalogue => {
  const { headers, translations } = po.parse(text)
  const messages = Object.values(translations[''] ?? {}).filter(({ msgid }) => msgid !== '')
  return { headers, messages: messages.map(messageOf) }
}

const messageOf = ({ msgid, msgid_plural: plural, msgstr, comments = {} }: GetTextTranslation): PoMessage => ({
  text: msgid,
  plural,
  translations: msgstr,
  sources: comments.reference?.split('\n') ?? [],
  isFuzzy: /\bfuzzy\b/.test(comments.flag ?? '')
})

/** Returns whether a message has all its translations, and none is marked for review. */
export const isTranslated = ({ translations, isFuzzy }: PoMessage): boolean =>
  isFuzzy !== true && !translations.includes('')

/** Returns the text of a PO file. */
export const writePo = ({ headers, messages }: Catalogue): string => {
  const translations = messages.map(({ text, plural, translations, sources, isFuzzy = false }) => ({
    msgid: text,
    ...(plural !== undefined && { msgid_plural: plural }),
    msgstr: [...translations],
    comments: {
      ...(sources.length > 0 && { reference: sources.join('\n') }),
      ...(isFuzzy && { flag: 'fuzzy' })
    }
  }))
  const byText = Object.fromEntries(translations.map((translation) => [translation.msgid, translation]))
  const table = { charset: 'utf-8', headers: { ...headers }, translations: { '': byText } }
  return po.compile(table, { foldLength: 0 }).toString()
}
