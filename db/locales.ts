/** What Intl knows of a locale code: the names of its parts, in any language. */
import { readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'

/** The names of a code's parts. */
export interface LocaleNames {
  Name: string
  Territory?: string
  Script?: string
  Variant?: string
}

/** The codes of every locale that this Intl knows, such as `en_GB`, in order. Intl itself does not list them. */
export const knownCodes = (): readonly string[] => {
  known ??= codesOfCldr().filter((code) => isKnown(tagOf(code).replace(/-.*/, '')))
  return known
}
let known: readonly string[] | undefined

/** The codes that CLDR 48 has data for: locales.txt holds each language with its scripts and territories. */
const codesOfCldr = () => {
  const entries = readFileSync(new URL('locales.txt', import.meta.url), 'utf8').split(';')
  return entries
    .flatMap((entry) => {
      const [language = '', ...parts] = entry.trim().split(/\s+/)
      return [language, ...parts.map((part) => `${language}_${part}`)]
    })
    .sort()
}

/** Every known code with its name. */
export const knownNames = (locale?: string): readonly { Code: string; Name: string }[] => lists.memo(locale ?? '')

// Naming hundreds takes a while, and readers share a few languages.
const lists = new LRUCache<string, { Code: string; Name: string }[]>({
  max: 30,
  memoMethod: (locale) => knownCodes().map((Code) => ({ Code, Name: namesOf(Code, locale || undefined).Name }))
})

/** A code as it is stored: `en-gb` is `en_GB`; undefined when Intl does not know it. */
export const storedCode = (code: string): string | undefined => {
  const parts = partsOf(code)
  if (parts === undefined || !isKnown(parts.language)) return undefined
  const { language, region, script, variant } = parts
  const { Territory, Script, Variant } = named(parts, 'en')
  const isNamed = [
    [region, Territory],
    [script, Script],
    [variant, Variant]
  ].every(([part, name]) => part === undefined || (name !== undefined && !NAMELESS.has(part)))
  return isNamed ? [language, script, region, variant].filter((part) => part !== undefined).join('_') : undefined
}

/**
 * The names of a code's parts.
 * @param locale the language they are given in; that of the code itself when absent
 */
export const namesOf = (code: string, locale?: string): LocaleNames => {
  const parts = partsOf(code)
  return parts === undefined ? { Name: code } : { Name: parts.language, ...named(parts, locale ?? tagOf(code)) }
}

/** A code's parts; undefined when it is none, or has settings such as a calendar. */
const partsOf = (code: string) => {
  try {
    const locale = new Intl.Locale(tagOf(code))
    const { language, region, script, baseName } = locale
    if (baseName !== locale.toString()) return undefined
    const variant = baseName
      .split('-')
      .slice(1)
      .filter((part) => part !== region && part !== script)
      .join('_')
    return { language, region, script, variant: variant === '' ? undefined : variant }
  } catch {
    return undefined
  }
}

const named = (
  { language, region, script, variant }: NonNullable<ReturnType<typeof partsOf>>,
  locale: string
): Partial<LocaleNames> => {
  const Name = nameIn(locale, 'language', language)
  const Territory = region && nameIn(locale, 'region', region)
  const Script = script && nameIn(locale, 'script', script)
  const Variant = variant && variantIn(locale, language, variant)
  return {
    ...(Name !== undefined && { Name }),
    ...(Territory !== undefined && { Territory }),
    ...(Script !== undefined && { Script }),
    ...(Variant !== undefined && { Variant })
  }
}

/** Intl names no variant by itself, but a language with its variant: `German (Traditional German orthography)`. */
const variantIn = (locale: string, language: string, variant: string): string | undefined => {
  const tag = tagOf(variant)
  const [, name] = / ?[(（](.*)[)）]$/.exec(nameIn(locale, 'language', `${language}-${tag}`) ?? '') ?? []
  return name === tag.toUpperCase() ? undefined : name
}

const nameIn = (locale: string, type: Intl.DisplayNamesType, part: string) =>
  displayNames.memo(`${type} ${locale}`, { context: { locale, type } }).of(part)

// Making one costs far more than using it.
const displayNames = new LRUCache<string, Intl.DisplayNames, { locale: string; type: Intl.DisplayNamesType }>({
  max: 500,
  memoMethod: (_key, _previous, { context: { locale, type } }) =>
    new Intl.DisplayNames([locale], { type, fallback: 'none', languageDisplay: 'standard' })
})

// Unknown territory, unknown and no script.
const NAMELESS: ReadonlySet<string> = new Set(['ZZ', 'Zzzz', 'Zxxx'])

const isKnown = (language: string) => Intl.DisplayNames.supportedLocalesOf(language).length > 0
const tagOf = (code: string) => code.replaceAll('_', '-')
