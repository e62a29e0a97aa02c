/** Message catalogues in two formats of GNU gettext: PO for translators, and JSON for browsers. */
import { catalogueFor } from '../labels/index.ts'
import { categoriesOf } from '../labels/labels.ts'
import { isTranslated, writePo, type PoMessage } from '../labels/po.ts'
import type { SourcedMessage } from './texts.ts'

/** The language of the texts. */
const SOURCE_LANGUAGE = 'en'

/**
 * Returns the catalogue for browsers. The member named like the domain contains the header, under `""`, and for every
 * text that is translated an array of its plural, or null, and its translations. Clients show the original of a text
 * that is missing.
 */
export const jsonCatalogue = (domain: string, locale: string, messages: readonly SourcedMessage[]): object => {
  const { pluralForms, translate } = translatorTo(locale)
  const translated = messages.map(translate).filter(isTranslated)
  return {
    [domain]: {
      '': { domain, lang: locale, 'plural-forms': pluralForms },
      ...Object.fromEntries(
        translated.map(({ text, plural = null, translations }) => [text, [plural, ...translations]])
      )
    }
  }
}

/** Returns the PO file that translators fill in: every text, with the source file that it comes from. */
export const poCatalogue = (locale: string, messages: readonly SourcedMessage[]): string => {
  const { pluralForms, translate } = translatorTo(locale)
  const headers = {
    Language: locale.replaceAll('-', '_'),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': `${pluralForms};`
  }
  return writePo({ headers, messages: messages.map(translate) })
}

const ENGLISH_PLURALS = 'nplurals=2; plural=(n != 1)'

/** Returns the plural forms of a language, as gettext writes them, and a function that translates into it. */
const translatorTo = (locale: string) => {
  const tag = locale.replaceAll('_', '-')
  const catalogue = catalogueFor(tag)
  const messagesByText = new Map(catalogue?.messages.map((message) => [message.text, message]))
  const forms = categoriesOf(catalogue?.language ?? SOURCE_LANGUAGE)
  const isOriginal = tag.split('-', 1)[0]?.toLowerCase() === SOURCE_LANGUAGE
  const translate = ({ Singular: text, Plural: [plural] = [], SourcePath }: SourcedMessage): PoMessage => {
    const originals = plural === undefined ? [text] : [text, plural]
    const missing = plural === undefined ? [''] : forms.map(() => '')
    const { translations = isOriginal ? originals : missing, isFuzzy = false } = messagesByText.get(text) ?? {}
    return { text, plural, translations, sources: [SourcePath], isFuzzy }
  }
  const pluralForms = catalogue?.headers['Plural-Forms']?.replace(/;\s*$/, '') ?? ENGLISH_PLURALS
  return { pluralForms, translate }
}
