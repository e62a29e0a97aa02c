/** The fields of CLDR patterns (UTS 35), by which timestamps are printed. */

/** A moment, read by the clock of a zone. */
interface Reading {
  moment: Date
  /** The local time in the zone, stored as if it were UTC, so that the getUTC methods return its parts. */
  local: Date
  /** Offset of the zone from UTC, such as `+05:30`. */
  offset: string
}

/** Prints a part of a pattern. */
export type PrintPart = (reading: Reading) => string

/** The IANA name of a time zone, and a language tag. */
export interface FieldForm {
  readonly zone: string
  readonly locale: string
}

/** Creates the printer of a pattern field. `width` is the number of its letters: 4 for `yyyy`. */
type Field = (form: FieldForm, width: number) => PrintPart

/** Returns a function that converts timestamps to a zone. Historic offsets include seconds, which Intl reports too. */
export const clockIn = (zone: string): ((moment: Date) => Reading) => {
  const form = { zone, locale: 'en' }
  const print = zone === 'UTC' ? () => 'GMT' : intlPart('timeZoneName', form, { timeZoneName: 'longOffset' })
  return (moment) => {
    const offset = print(moment).slice('GMT'.length) || '+00:00'
    const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number)
    const milliseconds = ((hours * 60 + minutes) * 60 + seconds) * 1000
    const local = new Date(moment.getTime() + (offset.startsWith('-') ? -milliseconds : milliseconds))
    return { moment, local, offset: offset.slice(0, '+00:00'.length) }
  }
}

/** A numeric field: at least as many digits as the field has letters, in the numerals of the language. */
const number =
  (read: (local: Date, width: number) => number): Field =>
  ({ locale }, width) => {
    const { format } = new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: width })
    return ({ local }) => format(read(local, width))
  }

/** Returns the style of a text for the number of letters of its field. */
const styleOfWidth = (width: number) => (width === 4 ? 'long' : width === 5 ? 'narrow' : 'short')

/** A text field, such as the name of the weekday: the part that Intl prints in the style for the number of letters. */
const word =
  (
    type: Intl.DateTimeFormatPartTypes,
    optionsOf: (style: 'short' | 'long' | 'narrow') => Intl.DateTimeFormatOptions
  ): Field =>
  (form, width) => {
    const print = intlPart(type, form, optionsOf(styleOfWidth(width)))
    return ({ moment }) => print(moment)
  }

/** The name of the time zone or its offset from UTC, in a style of Intl. */
const zoneName = (timeZoneName: NonNullable<Intl.DateTimeFormatOptions['timeZoneName']>): Field =>
  word('timeZoneName', () => ({ timeZoneName }))

/** The name of a month alone. Japanese and Chinese write a number with a word, which are two parts. */
const month: Field = (form, width) => {
  const { format } = intlFormat(form, { month: styleOfWidth(width) })
  return ({ moment }) => format(moment)
}

/** The name of a month next to a day, where many languages inflect it. If Intl has a number there, the name alone. */
const monthOfDay: Field = (form, width) => {
  const inflected = intlPart('month', form, { month: styleOfWidth(width), day: 'numeric' })
  const alone = month(form, width)
  return (reading) => {
    const name = inflected(reading.moment)
    return /^\p{N}+$/u.test(name) ? alone(reading) : name
  }
}

const intlPart = (
  type: Intl.DateTimeFormatPartTypes,
  form: FieldForm,
  options: Intl.DateTimeFormatOptions
): ((moment: Date) => string) => {
  const format = intlFormat(form, options)
  return (moment) => format.formatToParts(moment).find((part) => part.type === type)?.value ?? ''
}

/** The numbers of patterns are Gregorian. Languages such as Persian and Thai have the names of another calendar. */
const intlFormat = ({ zone, locale }: FieldForm, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: zone })

/** The offset from UTC as `+0530` or `+05:30`. With `zero`, an offset of zero is printed as `Z`. */
const offset =
  (colon: '' | ':', zero?: 'Z'): Field =>
  () =>
  (reading) =>
    zero !== undefined && reading.offset.endsWith('00:00') ? zero : reading.offset.replace(':', colon)

const DAY = 24 * 60 * 60 * 1000
/** Returns the day of the week: 1 for Monday to 7 for Sunday. */
const weekday = (local: Date) => ((local.getUTCDay() + 6) % 7) + 1
const dayOfYear = (local: Date) =>
  Math.floor((local.getTime() - new Date(0).setUTCFullYear(local.getUTCFullYear(), 0, 1)) / DAY) + 1
/** Returns the week of ISO 8601: week 1 contains the first Thursday of the year. */
const weekOfYear = (local: Date) => Math.ceil(dayOfYear(new Date(local.getTime() + (4 - weekday(local)) * DAY)) / 7)

/** Pattern fields (UTS 35); fields with the same printer share a line. Weeks follow ISO 8601 in every language. */
const table: Readonly<Record<string, Field>> = {
  'G GG GGG GGGG GGGGG': word('era', (era) => ({ era, year: 'numeric' })),
  'y yyy yyyy u uuuu': number((local) => local.getUTCFullYear()),
  yy: number((local) => local.getUTCFullYear() % 100),
  'Q QQ': number((local) => Math.floor(local.getUTCMonth() / 3) + 1),
  'M MM L LL': number((local) => local.getUTCMonth() + 1),
  'MMM MMMM': monthOfDay,
  'MMMMM LLL LLLL LLLLL': month,
  'w ww': number(weekOfYear),
  'd dd': number((local) => local.getUTCDate()),
  'D DD DDD': number(dayOfYear),
  F: number((local) => Math.ceil(local.getUTCDate() / 7)),
  'E EE EEE EEEE EEEEE eee eeee eeeee ccc cccc ccccc': word('weekday', (weekday) => ({ weekday })),
  'e ee c': number(weekday),
  'a aa aaa': word('dayPeriod', () => ({ hour: 'numeric', hour12: true })),
  'h hh': number((local) => ((local.getUTCHours() + 11) % 12) + 1),
  'H HH': number((local) => local.getUTCHours()),
  'K KK': number((local) => local.getUTCHours() % 12),
  'k kk': number((local) => ((local.getUTCHours() + 23) % 24) + 1),
  'm mm': number((local) => local.getUTCMinutes()),
  's ss': number((local) => local.getUTCSeconds()),
  'S SS SSS': number((local, width) => Math.floor(local.getUTCMilliseconds() / 10 ** (3 - width))),
  A: number((local) => local.getTime() - Math.floor(local.getTime() / DAY) * DAY),
  'z zz zzz': zoneName('short'),
  zzzz: zoneName('long'),
  'Z ZZ ZZZ xx': offset(''),
  'ZZZZ OOOO': zoneName('longOffset'),
  'ZZZZZ XXX': offset(':', 'Z'),
  O: zoneName('shortOffset'),
  v: zoneName('shortGeneric'),
  vvvv: zoneName('longGeneric'),
  VV:
    ({ zone }) =>
    () =>
      zone,
  XX: offset('', 'Z'),
  xxx: offset(':')
}

/** The fields by name, such as `yyyy`. */
export const fields: ReadonlyMap<string, Field> = new Map(
  Object.entries(table).flatMap(([names, field]) => names.split(' ').map((name) => [name, field]))
)
