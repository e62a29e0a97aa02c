/** Prints timestamps in the style, time zone and language that a client requests. */
import { LRUCache } from 'lru-cache'
import { refuseParameter } from '../refusals.ts'
import { printMoment } from '../../schemas/language/lexical.ts'

export type PrintMoment = (moment: Date) => string

/** Presentation of timestamps: a style that `styleOf` returned, the IANA name of a time zone, a language tag. */
export interface MomentForm {
  style: string
  zone: string
  locale: string
}

/** The default presentation of timestamps (docs/spec.md, section 2.3). */
export const defaultForm: MomentForm = { style: 'short', zone: 'UTC', locale: 'en' }

/** Returns the function that prints timestamps in a presentation. */
export const momentPrinter = (form: MomentForm): PrintMoment => {
  const { style, zone, locale } = form
  if (style === 'short' && zone === 'UTC' && (locale === 'en' || locale === 'en-US')) return printMoment
  return printers.memo(JSON.stringify(form), { context: form })
}

// Creating an Intl formatter takes far longer than using it, and clients use few presentations.
const printers = new LRUCache<string, PrintMoment, MomentForm>({
  max: 100,
  memoMethod: (_key, _stale, { context }) => compile(context)
})

const compile = ({ style, zone, locale }: MomentForm): PrintMoment => {
  if (isNamed(style)) {
    const date = new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: zone })
    const time = new Intl.DateTimeFormat(locale, { timeStyle: style, timeZone: zone })
    return (moment) => `${date.format(moment)} ${time.format(moment)}`.replace(/[\u202F\u00A0]/g, ' ')
  }
  const [pattern, form] = style === 'iso' ? [ISO, { zone, locale: 'en' }] : [style, { zone, locale }]
  const readClock = clockIn(zone)
  const printers = partsOf(pattern).map((part) => partPrinter(part, form))
  const print = (time: number) => {
    const reading = readClock(new Date(time))
    return printers.map((print) => print(reading)).join('')
  }
  // The rows of a list repeat timestamps, such as those of their blog, and a name of a zone takes 10 µs.
  const texts = new LRUCache<number, string>({ max: 100, memoMethod: print })
  return (moment) => texts.memo(moment.getTime())
}

const ISO = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"

const namedStyles = ['short', 'medium', 'long', 'full'] as const
const isNamed = (style: string): style is (typeof namedStyles)[number] => namedStyles.some((name) => name === style)

/** Maximum number of fields of a pattern. A list prints thousands of timestamps, each with all of them. */
const MAX_FIELDS = 16

/**
 * Checks the style of X-Format-DateTime and returns it: `iso` or a named style in lower case, or a CLDR
 * pattern (UTS 35).
 * @throws HttpError 400 if it is neither, or the pattern has unknown fields or unbalanced quotes
 */
export const styleOf = (style: string): string => {
  const name = style.toLowerCase()
  if (name === 'iso' || isNamed(name)) return name
  const parts = (style.match(/'/g) ?? []).length % 2 === 0 ? partsOf(style) : []
  const unknown = parts.find((part) => (isField(part) ? !fields.has(part) : /^[^']*%/.test(part)))
  if (unknown !== undefined) {
    refuse(`contains the unknown field ${unknown}; it must be ${LEGAL}; quote other letters, as in 'o''clock'`)
  }
  if (parts.filter(isField).length > MAX_FIELDS) refuse(`must have at most ${MAX_FIELDS} fields`)
  return parts.some(isField) ? style : refuse(`must be ${LEGAL}, with balanced quotes`)
}

const refuse = (reason: string): never => refuseParameter('X-Format-DateTime', reason)

/** Splits a pattern into fields, quoted texts and other texts. An unquoted T, as between date and time, is text. */
const partsOf = (pattern: string): string[] => pattern.match(/''|'(?:[^']|'')*'|([A-SU-Za-z])\1*|[^A-SU-Za-z']+/g) ?? []
const isField = (part: string) => /^[A-SU-Za-z]/.test(part)

const partPrinter = (part: string, form: FieldForm): PrintPart => {
  const text = part === "''" ? "'" : part.replace(/^'|'$/g, '').replaceAll("''", "'")
  return fields.get(part)?.(form, part.length) ?? (() => text)
}

interface Reading {
  moment: Date
  /** The local time in the zone, stored as if it were UTC, so that the getUTC methods return its parts. */
  local: Date
  /** Offset of the zone from UTC, such as `+05:30`. */
  offset: string
}

type PrintPart = (reading: Reading) => string
type FieldForm = Pick<MomentForm, 'zone' | 'locale'>

/** Creates the printer of a pattern field. `width` is the number of its letters: 4 for `yyyy`. */
type Field = (form: FieldForm, width: number) => PrintPart

/** Returns a function that converts timestamps to a zone. Historic offsets include seconds, which Intl reports too. */
const clockIn = (zone: string): ((moment: Date) => Reading) => {
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
): PrintMoment => {
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

const fields: ReadonlyMap<string, Field> = new Map(
  Object.entries(table).flatMap(([names, field]) => names.split(' ').map((name) => [name, field]))
)

const LEGAL = `short, medium, long, full, iso or a CLDR pattern of ${[...fields.keys()].join(' ')}`
