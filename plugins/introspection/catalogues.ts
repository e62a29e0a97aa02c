/** Writes messages as catalogues for translators (GNU gettext's PO) and for browsers (its JSON form). */
import type { SourcedMessage } from './texts.ts'

/** The language the texts are written in; no other has translations yet. */
const OWN = 'en'

/**
 * The catalogue a browser loads: under the domain its header, under `""`, and every text with its forms. In a language
 * without translations it has the header only, and a client shows the texts as they are.
 */
export const jsonCatalogue = (domain: string, locale: string, messages: readonly SourcedMessage[]): object => ({
  [domain]: {
    '': { domain, lang: locale, 'plural-forms': PLURALS },
    ...(languageOf(locale) === OWN && Object.fromEntries(messages.map(({ Singular }) => [Singular, [null, Singular]])))
  }
})

/** The catalogue a translator fills in: every text with the file it belongs to. */
export const poCatalogue = (locale: string, messages: readonly SourcedMessage[]): string => {
  const translation = (text: string) => (languageOf(locale) === OWN ? text : '')
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
// A JSON text is a PO text: both escape quotes, backslashes and line feeds the same way.
const quoted = (text: string) => JSON.stringify(text)
