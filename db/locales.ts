/** What Intl knows of a locale code: the names of its parts, in any language. */
import { LRUCache } from 'lru-cache'
import { localeCodes } from './locale-codes.ts'

/** The names of a code's parts. */
export interface LocaleNames { Name: string, Territory?: string, Script?: string, Variant?: string }

/** The codes of every locale that this Intl knows, in underscore form and in order. */
export const knownCodes = (): readonly string[] => {
  known ??= localeCodes.filter((code) => isKnown(tagOf(code).replace(/-.*/, '')))
  return known
}
let known: readonly string[] | undefined

/** Every known code with its name. Naming hundreds takes a while, and readers share a few languages. */
export const knownNames = (locale?: string): readonly { Code: string, Name: string }[] => {
  const key = locale ?? ''
  const rows = lists.get(key) ?? knownCodes().map((Code) => ({ Code, Name: namesOf(Code, locale).Name }))
  lists.set(key, rows)
  return rows
}
const lists = new LRUCache<string, { Code: string, Name: string }[]>({ max: 30 })

/** A code as it is stored: `en-gb` is `en_GB`; undefined when Intl does not know it. */
export const storedCode = (code: string): string | undefined => {
  const parts = partsOf(code)
  if (parts === undefined || !isKnown(parts.language) || NAMELESS.has(parts.region ?? '') || NAMELESS.has(parts.script ?? '')) return undefined
  const { Territory, Script, Variant } = named(parts, 'en')
  const whole = [[parts.region, Territory], [parts.script, Script], [parts.variant, Variant]].every(([part, name]) => part === undefined || name !== undefined)
  return whole ? parts.code : undefined
}

/**
 * The names of a code's parts.
 * @param locale the language they are given in; that of the code itself when absent
 */
export const namesOf = (code: string, locale?: string): LocaleNames => {
  const parts = partsOf(code)
  if (parts === undefined) return { Name: code }
  const { Name = parts.language, ...others } = named(parts, locale ?? tagOf(code))
  return { Name, ...others }
}

interface Parts { code: string, language: string, region: string | undefined, script: string | undefined, variant: string | undefined }

/** A code's parts; undefined when it is none, or has settings such as a calendar. */
const partsOf = (code: string): Parts | undefined => {
  try {
    const locale = new Intl.Locale(tagOf(code))
    const { language, region, script, baseName } = locale
    if (baseName !== locale.toString()) return undefined
    const variant = baseName.split('-').slice(1).filter((part) => part !== region && part !== script).join('-')
    return { code: baseName.replaceAll('-', '_'), language, region, script, variant: variant === '' ? undefined : variant }
  } catch {
    return undefined
  }
}

const named = ({ language, region, script, variant }: Parts, locale: string): Partial<LocaleNames> => {
  const name = nameIn(locale, 'language', language)
  const territory = region && nameIn(locale, 'region', region)
  const writing = script && nameIn(locale, 'script', script)
  const kind = variant && variantIn(locale, language, variant)
  return {
    ...name !== undefined && { Name: name },
    ...territory !== undefined && { Territory: territory },
    ...writing !== undefined && { Script: writing },
    ...kind !== undefined && { Variant: kind }
  }
}

const nameIn = (locale: string, type: Intl.DisplayNamesType, part: string) => displayNames(locale, type).of(part)

/** Intl names no variant by itself, but a language with its variant: `German (Traditional German orthography)`. */
const variantIn = (locale: string, language: string, variant: string): string | undefined => {
  const [, name] = / ?[(（](.*)[)）]$/.exec(nameIn(locale, 'language', `${language}-${variant}`) ?? '') ?? []
  return name === variant.toUpperCase() ? undefined : name
}

// Making one costs far more than using it.
const kept = new LRUCache<string, Intl.DisplayNames>({ max: 500 })

const displayNames = (locale: string, type: Intl.DisplayNamesType): Intl.DisplayNames => {
  const key = `${type} ${locale}`
  const names = kept.get(key) ?? new Intl.DisplayNames([locale], { type, fallback: 'none', languageDisplay: 'standard' })
  kept.set(key, names)
  return names
}

// Unknown territory, unknown and no script.
const NAMELESS: ReadonlySet<string> = new Set(['ZZ', 'Zzzz', 'Zxxx'])

const isKnown = (language: string) => Intl.DisplayNames.supportedLocalesOf(language).length > 0
const tagOf = (code: string) => code.replaceAll('_', '-')
