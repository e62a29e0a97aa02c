/**
 * The labels of pages in the language of their blog, from the catalogues beside this file: `de.po` for German. They are
 * read when the first page in their language is made.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { labelsFrom, untranslated, type Labels, type Translations } from './labels.ts'
import { readPo } from './po.ts'

export type { Labels } from './labels.ts'

/**
 * Returns the labels for content in a language. Without a catalogue for `de-AT`, they are those of `de`, and without
 * that, they are in English.
 * @param tag language tag, such as `de-AT`
 * @param timeZone IANA name of the zone in which times are
 */
export const labelsIn = (tag: string, timeZone = 'UTC'): Labels =>
  cached.memo(`${tag} ${timeZone}`, { context: { tag, timeZone } })

/** Making formatters of times takes far longer than using them. */
const cached = new LRUCache<string, Labels, { tag: string; timeZone: string }>({
  max: 200,
  memoMethod: (_key, _stale, { context: { tag, timeZone } }) => labelsFrom(translationsFor(tag), tag, timeZone)
})

const folder = new URL('.', import.meta.url)

/** Returns the language tags of all catalogues. */
export const languages = (): readonly string[] =>
  (known ??= readdirSync(folder).flatMap((name) => /^([\w-]+)\.po$/.exec(name)?.[1] ?? []))
let known: readonly string[] | undefined

/** Returns the translations into a language, or into the one that its tag begins with; none for other languages. */
const translationsFor = (tag: string): Translations => {
  const subtags = tag.split('-')
  const tags = subtags.map((_subtag, index) =>
    subtags
      .slice(0, subtags.length - index)
      .join('-')
      .toLowerCase()
  )
  const language = tags.flatMap((each) => languages().find((known) => known.toLowerCase() === each) ?? [])[0]
  if (language === undefined) return untranslated
  const read = translations.get(language) ?? readTranslations(language)
  translations.set(language, read)
  return read
}

const translations = new Map<string, Translations>()

const readTranslations = (language: string): Translations => {
  const { messages } = readPo(readFileSync(new URL(`${language}.po`, folder), 'utf8'))
  const complete = messages.filter(({ translations, isFuzzy }) => !isFuzzy && !translations.includes(''))
  return { language, messages: new Map(complete.map(({ text, translations }) => [text, translations])) }
}
