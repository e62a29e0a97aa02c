/** Languages and time zones as Intl knows them. Scripts of pages import this file. */

/** Returns the result of a call to Intl; undefined if it throws a RangeError because a name is unknown. */
const ifSupported = <Value>(callIntl: () => Value): Value | undefined => {
  try {
    return callIntl()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Returns the locale that Intl uses for a language tag; undefined if it supports none. This maps all tags to a few
 * hundred, which bounds the caches.
 */
export const localeFor = (tag: string): string | undefined =>
  ifSupported(() => {
    const { baseName } = new Intl.Locale(tag)
    const [supported] = Intl.DateTimeFormat.supportedLocalesOf(baseName)
    return supported && new Intl.DateTimeFormat(supported).resolvedOptions().locale
  })

/**
 * Returns the canonical name of a time zone; undefined if there is none with this name. Names must start with a letter,
 * because some releases of Node also take offsets such as +02:00.
 */
export const zoneNamed = (zone: string): string | undefined => {
  const format = /^[a-z]/i.test(zone) ? ifSupported(() => new Intl.DateTimeFormat('en', { timeZone: zone })) : undefined
  return format?.resolvedOptions().timeZone
}

/** Scripts that are written from right to left (ISO 15924). Node 20 and 24 tell it under different names. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

/** Returns the script of a language tag (ISO 15924); undefined for unknown ones. */
export const scriptOf = (tag: string): string | undefined => ifSupported(() => new Intl.Locale(tag).maximize().script)

/** Returns the direction in which a language is written; `ltr` for unknown ones. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => {
  const script = scriptOf(tag)
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr'
}
