/**
 * The labels of pages in the language of their blog, from the catalogues in this folder: `de.po` for German. They are
 * read when the first page in their language is made.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { labelsFrom, untranslated, type Labels, type Translations } from './labels.ts'
import { isTranslated, readPo, type Catalogue, type PoMessage } from './po.ts'

/**
 * Returns the labels for content in a language. Without a catalogue for `de-AT`, they are those of `de`, and without
 * that, they are in English.
 * @param tag language tag, such as `de-AT`
 * @param timeZone IANA name of the zone in which times are
 */
export const labelsIn = (tag: string, timeZone = 'UTC'): Labels =>
  cached.memo(`${tag} ${timeZone}`, { context: { tag, timeZone } })

/** Formatters of times are slow to make and fast to use. */
const cached = new LRUCache<string, Labels, { tag: string; timeZone: string }>({
  max: 200,
  memoMethod: (_key, _stale, { context: { tag, timeZone } }) => labelsFrom(translationsFor(tag), tag, timeZone)
})

const folder = new URL('.', import.meta.url)

/** Returns the language tags of all catalogues. */
export const languages = (): readonly string[] =>
  (tags ??= readdirSync(folder).flatMap((name) => /^([\w-]+)\.po$/.exec(name)?.[1] ?? []))
let tags: readonly string[] | undefined

/** Returns the labels in English, as the template for translators has them. */
export const template = (): readonly PoMessage[] => read('labels.pot').messages

/**
 * Returns the catalogue of a language, or of the one that its tag begins with; undefined without one.
 * @param tag language tag, such as `de-AT`
 */
export const catalogueFor = (tag: string): (Catalogue & Pick<Translations, 'language'>) | undefined => {
  const [language] = languages()
    .filter((each) => `${tag}-`.toLowerCase().startsWith(`${each}-`.toLowerCase()))
    .sort((one, other) => other.length - one.length)
  return language === undefined ? undefined : { language, ...read(`${language}.po`) }
}

const read = (name: string): Catalogue => {
  const catalogue = catalogues.get(name) ?? readPo(readFileSync(new URL(name, folder), 'utf8'))
  catalogues.set(name, catalogue)
  return catalogue
}

/** One for each file in this folder. */
const catalogues = new Map<string, Catalogue>()

const translationsFor = (tag: string): Translations => {
  const catalogue = catalogueFor(tag)
  if (catalogue === undefined) return untranslated
  const { language, messages } = catalogue
  return {
    language,
    messages: new Map(messages.filter(isTranslated).map(({ text, translations }) => [text, translations]))
  }
}
