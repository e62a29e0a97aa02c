/** How values are spelled on the wire. The only place that knows. */

const two = (n: number) => n < 10 ? `0${n}` : `${n}`

/**
 * A moment as `M/D/YY h:mm AM/PM` in UTC (spec 2.3): no leading zeros but in the minutes, a two-digit year.
 * @example printMoment(new Date('2013-03-05T15:04:09Z')) // '3/5/13 3:04 PM'
 */
export const printMoment = (moment: Date): string => {
  const hour = moment.getUTCHours()
  const date = `${moment.getUTCMonth() + 1}/${moment.getUTCDate()}/${two(moment.getUTCFullYear() % 100)}`
  return `${date} ${hour % 12 === 0 ? 12 : hour % 12}:${two(moment.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`
}

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
 * @returns undefined when the text is not a moment of the calendar
 */
export const parseMoment = (text: string): Date | undefined => {
  const [, date, time = '00:00', offset = 'Z'] = MOMENT.exec(text) ?? []
  if (date === undefined) return undefined
  const moment = new Date(`${date}T${time}${offset}`)
  // Date takes the 31st of February for the 3rd of March.
  const exists = !Number.isNaN(moment.getTime()) && new Date(`${date}T00:00Z`).toISOString().startsWith(date)
  return exists ? moment : undefined
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?(Z|[+-]\d{2}:\d{2})?$/

/** `True` or `False` (spec 2.3). */
export const printFlag = (flag: boolean): string => flag ? 'True' : 'False'

/**
 * Whether a text can stand in an XML 1.0 document (section 2.2, production Char):
 * no C0 control but tab, line feed and carriage return, no lone surrogate, no U+FFFE or U+FFFF.
 */
export const isXmlText = (text: string): boolean => !FORBIDDEN.test(text)

/** The text with each character that XML 1.0 forbids replaced by U+FFFD. */
export const toXmlText = (text: string): string =>
  FORBIDDEN.test(text) ? text.replace(new RegExp(FORBIDDEN, 'gu'), '\uFFFD') : text

// U+0000 to U+001F but tab, line feed and carriage return; the surrogates are matched only when alone, thanks to the u flag.
const FORBIDDEN = /[\p{Cc}--[\t\n\r\x7F-\x9F]]|[\uFFFE\uFFFF]|\p{Surrogate}/v
