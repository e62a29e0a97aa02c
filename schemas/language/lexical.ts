/** How values are spelled on the wire. The only place that knows. */

const two = (n: number) => (n < 10 ? `0${n}` : `${n}`)

/**
 * A moment as `M/D/YY h:mm AM/PM` in UTC (spec 2.3): no leading zeros but in the minutes, a two-digit year.
 * @example printMoment(new Date('2013-03-05T15:04:09Z')) // '3/5/13 3:04 PM'
 */
export const printMoment = (moment: Date): string => {
  const minutes = Math.floor(moment.getTime() / MINUTE)
  const day = Math.floor(minutes / MINUTES_A_DAY)
  const hour = Math.floor((minutes - day * MINUTES_A_DAY) / 60)
  return `${printDay(day)} ${hour % 12 === 0 ? 12 : hour % 12}:${two(minutes - day * MINUTES_A_DAY - hour * 60)} ${hour < 12 ? 'AM' : 'PM'}`
}

const MINUTE = 60_000
const MINUTES_A_DAY = 24 * 60

/** A day counted from 1970 as `M/D/YY`. The same few days are printed over and over, so they are remembered. */
const printDay = (day: number): string => {
  const known = days.get(day)
  if (known !== undefined) return known
  const date = new Date(day * MINUTES_A_DAY * MINUTE)
  const printed = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${two(date.getUTCFullYear() % 100)}`
  if (days.size >= MAX_DAYS) days.clear()
  days.set(day, printed)
  return printed
}

const days = new Map<number, string>()
const MAX_DAYS = 1000

/**
 * An exact decimal with at least one digit after the point and no needless zeros.
 * @example printDecimal('12.500') // '12.5'
 */
export const printDecimal = (digits: string): string => {
  if (!digits.includes('.')) return `${digits}.0`
  const trimmed = digits.replace(/0+$/, '')
  return trimmed.endsWith('.') ? `${trimmed}0` : trimmed
}

/**
 * Reads a moment from a parameter: `YYYY-MM-DD`, with ` HH:MM`, `:SS`, fractions and an offset as far as they are
 * given; ` ` or `T` before the time; UTC unless an offset says otherwise.
 * @returns undefined when the text is not a moment of the years 1 to 9999, in UTC: PostgreSQL takes no others
 */
export const parseMoment = (text: string): Date | undefined => {
  const [, date, time = '00:00', offset = 'Z'] = MOMENT.exec(text) ?? []
  if (date === undefined) return undefined
  const moment = new Date(`${date}T${time}${offset}`)
  // Date takes the 31st of February for the 3rd of March.
  const exists = !Number.isNaN(moment.getTime()) && new Date(`${date}T00:00Z`).toISOString().startsWith(date)
  return exists && moment >= FIRST_MOMENT && moment <= LAST_MOMENT ? moment : undefined
}

const FIRST_MOMENT = new Date('0001-01-01T00:00:00Z')
const LAST_MOMENT = new Date('9999-12-31T23:59:59.999Z')

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?(Z|[+-]\d{2}:\d{2})?$/

/** The members of a list separated by commas, without the empty ones. */
export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')

/**
 * A pattern for SQL's `like`. PostgreSQL refuses a backslash at the end of a pattern, because nothing follows that it
 * could escape; such a backslash stands for itself.
 */
export const likePattern = (text: string): string => (/(?<!\\)(\\\\)*\\$/.test(text) ? `${text}\\` : text)

/** `True` or `False` (spec 2.3). */
export const printFlag = (flag: boolean): string => (flag ? 'True' : 'False')

/**
 * Whether a text can stand in an XML 1.0 document (section 2.2, production Char):
 * no C0 control but tab, line feed and carriage return, no lone surrogate, no U+FFFE or U+FFFF.
 */
export const isXmlText = (text: string): boolean => text.isWellFormed() && !FORBIDDEN.test(text)

/** The text with each character that XML 1.0 forbids replaced by U+FFFD. */
export const toXmlText = (text: string): string => {
  const wellFormed = text.toWellFormed()
  return FORBIDDEN.test(wellFormed) ? wellFormed.replace(EVERY_FORBIDDEN, '\uFFFD') : wellFormed
}

// Lone surrogates apart.
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/
const EVERY_FORBIDDEN = new RegExp(FORBIDDEN, 'g')
