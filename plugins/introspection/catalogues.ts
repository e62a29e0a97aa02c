/** Message catalogues in two formats of GNU gettext: PO for translators, and JSON for browsers. */
import type { SourcedMessage } from './texts.ts'

/** The language of the texts. There are no translations yet. */
const SOURCE_LANGUAGE = 'en'

/**
 * Returns the catalogue for browsers. The member named like the domain contains the header, under `""`, and an array of
 * translations for every text. Without translations there is only the header, and clients show the original texts.
 */
export const jsonCatalogue = (domain: string, locale: string, messages: readonly SourcedMessage[]): object => ({
  [domain]: {
    '': { domain, lang: locale, 'plural-forms': PLURALS },
    ...(languageOf(locale) === SOURCE_LANGUAGE &&
      Object.fromEntries(messages.map(({ Singular }) => [Singular, [null, Singular]])))
  }
})

/** Returns the PO file that translators fill in: every text, with the source file that it comes from. */
export const poCatalogue = (locale: string, messages: readonly SourcedMessage[]): string => {
  const translation = (text: string) => (languageOf(locale) === SOURCE_LANGUAGE ? text : '')
  const entries = messages.map(
    ({ Singular, SourcePath }) =>
      `#: ${SourcePath}\nmsgid ${quoted(Singular)}\nmsgstr ${quoted(translation(Singular))}\n`
  )
  return [HEAD(locale), ...entries].join('\n')
}

const PLURALS = 'nplurals=2; plural=(n != 1)'
const HEAD = (locale: string) => `msgid ""
msgstr ""
"Language: ${locale.replaceAll('-', '_')}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: ${PLURALS};\\n"
`

const languageOf = (locale: string) => locale.split(/[-_]/, 1)[0]?.toLowerCase()
// PO escapes quotes, backslashes and line feeds in strings in the same way as JSON.
const quoted = (text: string) => JSON.stringify(text)
