/** Locale codes such as `en_GB`, and the names of their parts in any language. The names come from `Intl`. */
import { readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'

/** The names of a locale code's parts. */
export interface LocaleNames {
  /** Name of the language alone. */
  Name: string
  Territory?: string
  Script?: string
  Variant?: string
}

/**
 * Returns the sorted codes of all locales in locales.txt whose language `Intl` knows. `Intl` itself has no such list.
 */
export const knownCodes = (): readonly string[] => {
  codes ??= codesOfCldr().filter((code) => isSupported(tagOf(code).replace(/-.*/, '')))
  return codes
}
let codes: readonly string[] | undefined

/** Returns the codes that CLDR 48 has data for. locales.txt lists each language with its scripts and territories. */
const codesOfCldr = () => {
  const entries = readFileSync(new URL('locales.txt', import.meta.url), 'utf8').split(';')
  return entries
    .flatMap((entry) => {
      const [language = '', ...parts] = entry.trim().split(/\s+/)
      return [language, ...parts.map((part) => `${language}_${part}`)]
    })
    .sort()
}

/**
 * Returns every known code with its name.
 * @param locale language of the names; if absent, each is in its own language
 */
export const knownNames = (locale?: string): readonly { Code: string; Name: string }[] => nameLists.memo(locale ?? '')

// Cached, because looking up hundreds of names is slow, and most readers use the same few languages.
const nameLists = new LRUCache<string, { Code: string; Name: string }[]>({
  max: 30,
  memoMethod: (locale) => knownCodes().map((Code) => ({ Code, Name: namesOf(Code, locale || undefined).Name }))
})

/**
 * Returns a code in the form that is stored: `en_GB` for `en-gb`. Returns undefined if `Intl` does not know the code.
 */
export const storedCode = (code: string): string | undefined => {
  const parts = partsOf(code)
  if (parts === undefined || !isSupported(parts.language)) return undefined
  const { language, region, script, variant } = parts
  const { Territory, Script, Variant } = namesOfParts(parts, 'en')
  const isNamed = [
    [region, Territory],
    [script, Script],
    [variant, Variant]
  ].every(([part, name]) => part === undefined || (name !== undefined && !NAMELESS.has(part)))
  return isNamed ? [language, script, region, variant].filter((part) => part !== undefined).join('_') : undefined
}

/**
 * Returns the names of a code's parts.
 * @param locale language of the names; if it is absent, the code's own language
 */
export const namesOf = (code: string, locale?: string): LocaleNames => {
  const parts = partsOf(code)
  return parts === undefined ? { Name: code } : { Name: parts.language, ...namesOfParts(parts, locale ?? tagOf(code)) }
}

/** Returns the parts of a code; undefined if it is not a locale code, or has extensions such as a calendar. */
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

const namesOfParts = (
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

/**
 * Returns the name of a variant. Intl only has names of a language with its variant, such as
 * `German (Traditional German orthography)`, so this takes the part in parentheses.
 */
const variantIn = (locale: string, language: string, variant: string): string | undefined => {
  const tag = tagOf(variant)
  const [, name] = / ?[(（]([^(（]*)[)）]$/.exec(nameIn(locale, 'language', `${language}-${tag}`) ?? '') ?? []
  return name === tag.toUpperCase() ? undefined : name
}

const nameIn = (locale: string, type: Intl.DisplayNamesType, part: string) =>
  displayNames.memo(`${type} ${locale}`, { context: { locale, type } }).of(part)

// Cached, because creating an Intl.DisplayNames takes far longer than using it.
const displayNames = new LRUCache<string, Intl.DisplayNames, { locale: string; type: Intl.DisplayNamesType }>({
  max: 500,
  memoMethod: (_key, _previous, { context: { locale, type } }) =>
    new Intl.DisplayNames([locale], { type, fallback: 'none', languageDisplay: 'standard' })
})

// CLDR's codes for an unknown territory, an unknown script, and text without a script.
const NAMELESS: ReadonlySet<string> = new Set(['ZZ', 'Zzzz', 'Zxxx'])

const isSupported = (language: string) => Intl.DisplayNames.supportedLocalesOf(language).length > 0
const tagOf = (code: string) => code.replaceAll('_', '-')
