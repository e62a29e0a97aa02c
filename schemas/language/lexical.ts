/** Converts values to wire texts and back. No other file does. */

const twoDigits = (n: number) => (n < 10 ? `0${n}` : `${n}`)

/**
 * Formats a time as `M/D/YY h:mm AM/PM` in UTC (docs/spec.md, section 2.3). Only the minutes have leading zeros; the
 * year has two digits.
 * @example printMoment(new Date('2013-03-05T15:04:09Z')) // '3/5/13 3:04 PM'
 */
export const printMoment = (moment: Date): string => {
  const minutes = Math.floor(moment.getTime() / MINUTE)
  const day = Math.floor(minutes / MINUTES_A_DAY)
  const hour = Math.floor((minutes - day * MINUTES_A_DAY) / 60)
  const minute = minutes - day * MINUTES_A_DAY - hour * 60
  return `${printDay(day)} ${hour % 12 === 0 ? 12 : hour % 12}:${twoDigits(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

const MINUTE = 60_000
const MINUTES_A_DAY = 24 * 60

/**
 * Formats a day, counted from 1970, as `M/D/YY`. Caches the texts, because a response formats the same few days many
 * times.
 */
const printDay = (day: number): string => {
  const cached = days.get(day)
  if (cached !== undefined) return cached
  const date = new Date(day * MINUTES_A_DAY * MINUTE)
  const printed = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${twoDigits(date.getUTCFullYear() % 100)}`
  if (days.size >= MAX_DAYS) days.clear()
  days.set(day, printed)
  return printed
}

const days = new Map<number, string>()
const MAX_DAYS = 1000

/**
 * Formats an exact decimal with at least one digit after the point and no other trailing zeros.
 * @example printDecimal('12.500') // '12.5'
 */
export const printDecimal = (digits: string): string => {
  if (!digits.includes('.')) return `${digits}.0`
  const trimmed = digits.replace(/(?<!0)0+$/, '')
  return trimmed.endsWith('.') ? `${trimmed}0` : trimmed
}

/**
 * Parses a timestamp: `YYYY-MM-DD`, optionally followed by ` HH:MM` or `THH:MM`, `:SS`, a fraction, and an offset.
 * Without an offset it is in UTC.
 * @returns undefined if the text is not a time in the years 1 to 9999 UTC. PostgreSQL cannot parse other years in
 *   JavaScript's notation, such as +010000.
 */
export const parseMoment = (text: string): Date | undefined => {
  const [, date, time = '00:00', offset = 'Z'] = MOMENT.exec(text) ?? []
  if (date === undefined) return undefined
  const moment = new Date(`${date}T${time}${offset}`)
  // Date parses the 31st of February as the 3rd of March.
  const exists = !Number.isNaN(moment.getTime()) && new Date(`${date}T00:00Z`).toISOString().startsWith(date)
  return exists && moment >= FIRST_MOMENT && moment <= LAST_MOMENT ? moment : undefined
}

const FIRST_MOMENT = new Date('0001-01-01T00:00:00Z')
const LAST_MOMENT = new Date('9999-12-31T23:59:59.999Z')

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?(Z|[+-]\d{2}:\d{2})?$/

/** Splits a list at its commas, trims its members, and drops empty ones. */
export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')

/**
 * Returns a text as a pattern for SQL's `like`. PostgreSQL refuses a pattern that ends with an unescaped backslash;
 * this function escapes it, so that it matches a backslash.
 */
export const likePattern = (text: string): string => (/(?<!\\)(\\\\)*\\$/.test(text) ? `${text}\\` : text)

/** Removes the slashes at the end of an address. It looks behind, so that the search does not begin again at each. */
export const withoutFinalSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '')

/** Returns `True` or `False` (docs/spec.md, section 2.3). */
export const printFlag = (flag: boolean): string => (flag ? 'True' : 'False')

/**
 * Tells whether XML 1.0 allows every character of a text (section 2.2, production Char). It forbids C0 controls other
 * than tab, line feed and carriage return, lone surrogates, U+FFFE and U+FFFF.
 */
export const isXmlText = (text: string): boolean => text.isWellFormed() && !FORBIDDEN.test(text)

/** Replaces each character that XML 1.0 forbids by U+FFFD. */
export const toXmlText = (text: string): string => {
  const wellFormed = text.toWellFormed()
  return FORBIDDEN.test(wellFormed) ? wellFormed.replace(EVERY_FORBIDDEN, '\uFFFD') : wellFormed
}

// Lone surrogates are missing here: isWellFormed() finds them.
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/
const EVERY_FORBIDDEN = new RegExp(FORBIDDEN, 'g')
