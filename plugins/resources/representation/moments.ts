/** Timestamps in the form, zone and language a client asks for. */
import { LRUCache } from 'lru-cache'
import { printMoment } from '../../../schemas/language/lexical.ts'

/** Prints a moment. */
export type PrintMoment = (moment: Date) => string

/** The form of timestamps: a style that `isStyle` knows, a zone by its IANA name, a language by its tag. */
export interface MomentForm { style: string, zone: string, locale: string }

/** Spec 2.3. */
export const defaultForm: MomentForm = { style: 'short', zone: 'UTC', locale: 'en' }

/** The printer of a form. */
export const momentPrinter = (form: MomentForm): PrintMoment => {
  if (form.style === 'short' && form.zone === 'UTC' && (form.locale === 'en' || form.locale === 'en-US')) return printMoment
  return printers.memo(JSON.stringify(form), { context: form })
}

// Making an Intl formatter costs far more than using it; clients use few forms.
const printers = new LRUCache<string, PrintMoment, MomentForm>({ max: 100, memoMethod: (_key, _stale, { context }) => compile(context) })

const compile = ({ style, zone, locale }: MomentForm): PrintMoment => {
  if (isNamed(style)) {
    const date = new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: zone })
    const time = new Intl.DateTimeFormat(locale, { timeStyle: style, timeZone: zone })
    return (moment) => `${date.format(moment)} ${time.format(moment)}`.replace(/[\u202F\u00A0]/g, ' ')
  }
  const inZone = wallClock(zone)
  const form = style === 'iso' ? { zone, locale: 'en' } : { zone, locale }
  const segments = partsOf(style === 'iso' ? ISO : style).map((part) => compilePart(part, form))
  return (moment) => {
    const local = inZone(moment)
    return segments.map((print) => print(local, moment)).join('')
  }
}

const ISO = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"

const named = ['short', 'medium', 'long', 'full'] as const
const isNamed = (style: string): style is (typeof named)[number] => named.some((name) => name === style)

/** A style as `momentPrinter` takes it: names in lower case, patterns as they are. */
export const normalStyle = (style: string): string => {
  const name = style.toLowerCase()
  return name === 'iso' || isNamed(name) ? name : style
}

/**
 * Checks a style: `iso`, a named one, or a CLDR pattern (UTS 35) of the fields below.
 * @returns what is wrong with it, in words that follow its name; undefined when it can be printed
 */
export const styleFault = (style: string): string | undefined => {
  if (style === 'iso' || isNamed(style)) return undefined
  const balanced = (style.match(/'/g) ?? []).length % 2 === 0
  const parts = balanced ? partsOf(style) : []
  const unknown = parts.find((part) => isField(part) ? !fields.has(part) : /^[^']*%/.test(part))
  if (unknown !== undefined) return `has no field ${unknown}; it must be ${LEGAL}; quote other letters, as in 'o''clock'`
  return parts.some(isField) ? undefined : `must be ${LEGAL}, with its quotes in pairs`
}

/** Fields, quoted texts, and what lies between. The T between date and time means itself. */
const partsOf = (pattern: string): string[] => pattern.match(/''|'(?:[^']|'')*'|([A-SU-Za-z])\1*|[^A-SU-Za-z']+/g) ?? []
const isField = (part: string) => /^[A-SU-Za-z]/.test(part)

/** Prints a part of a pattern, from the moment and from what a clock in the zone shows, as if that were UTC. */
type PrintPart = (local: Date, moment: Date) => string

/** Makes the printer of a field. */
type Field = (form: Pick<MomentForm, 'zone' | 'locale'>) => PrintPart

const compilePart = (part: string, form: Pick<MomentForm, 'zone' | 'locale'>): PrintPart => {
  if (part === "''") return () => "'"
  if (part.startsWith("'")) return () => part.slice(1, -1).replaceAll("''", "'")
  return (isField(part) ? fields.get(part)?.(form) : undefined) ?? (() => part)
}

/** A number with at least so many digits, in those of the language. */
const number = (read: (local: Date) => number, digits = 1): Field => ({ locale }) => {
  const { format } = new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: digits })
  return (local) => format(read(local))
}

/** The same with one digit or two, under a letter and its double. */
const oneOrTwo = (letter: string, read: (local: Date) => number): Record<string, Field> =>
  ({ [letter]: number(read), [letter + letter]: number(read, 2) })

/** A part of what Intl writes of the local time, such as the name of the month. */
const word = (type: Intl.DateTimeFormatPartTypes, options: Intl.DateTimeFormatOptions): Field => ({ locale }) =>
  partPrinter(type, new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

/** The name of the zone, or its distance from UTC. */
const zoneName = (timeZoneName: NonNullable<Intl.DateTimeFormatOptions['timeZoneName']>): Field => ({ locale, zone }) => {
  const print = partPrinter('timeZoneName', new Intl.DateTimeFormat(locale, { timeZoneName, timeZone: zone }))
  return (_local, moment) => print(moment)
}

const partPrinter = (type: Intl.DateTimeFormatPartTypes, format: Intl.DateTimeFormat) => (date: Date): string =>
  format.formatToParts(date).find((part) => part.type === type)?.value ?? ''

/** The distance from UTC as `+0530` or `+05:30`, or `Z` for none. */
const offset = (colon: '' | ':', zero?: 'Z'): Field => () => (local, moment) => {
  const minutes = Math.trunc((local.getTime() - moment.getTime()) / MINUTE)
  if (minutes === 0 && zero !== undefined) return zero
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${hours}${colon}${rest}`
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const startOfYear = (year: number) => new Date(0).setUTCFullYear(year, 0, 1)
/** Monday is 1, Sunday 7. */
const weekday = (local: Date) => (local.getUTCDay() + 6) % 7 + 1
const dayOfYear = (local: Date) => Math.floor((local.getTime() - startOfYear(local.getUTCFullYear())) / DAY) + 1

/** The week of ISO 8601: the year's first is the one with its first Thursday. */
const weekOfYear = (local: Date) => Math.ceil(dayOfYear(new Date(local.getTime() + (4 - weekday(local)) * DAY)) / 7)

/** The fields of patterns; several that print the same stand together. Weeks are those of ISO 8601 in every language. */
const table: Readonly<Record<string, Field>> = {
  'G GG GGG': word('era', { era: 'short', year: 'numeric' }),
  GGGG: word('era', { era: 'long', year: 'numeric' }),
  GGGGG: word('era', { era: 'narrow', year: 'numeric' }),
  'y u': number((local) => local.getUTCFullYear()),
  yy: number((local) => local.getUTCFullYear() % 100, 2),
  yyy: number((local) => local.getUTCFullYear(), 3),
  'yyyy uuuu': number((local) => local.getUTCFullYear(), 4),
  ...oneOrTwo('Q', (local) => Math.floor(local.getUTCMonth() / 3) + 1),
  ...oneOrTwo('M', (local) => local.getUTCMonth() + 1),
  // Many languages inflect the name of a month that stands next to a day; the L fields stand alone.
  MMM: word('month', { month: 'short', day: 'numeric' }),
  MMMM: word('month', { month: 'long', day: 'numeric' }),
  'MMMMM LLLLL': word('month', { month: 'narrow' }),
  ...oneOrTwo('L', (local) => local.getUTCMonth() + 1),
  LLL: word('month', { month: 'short' }),
  LLLL: word('month', { month: 'long' }),
  ...oneOrTwo('w', weekOfYear),
  ...oneOrTwo('d', (local) => local.getUTCDate()),
  ...oneOrTwo('D', dayOfYear),
  DDD: number(dayOfYear, 3),
  F: number((local) => Math.ceil(local.getUTCDate() / 7)),
  'E EE EEE eee ccc': word('weekday', { weekday: 'short' }),
  'EEEE eeee cccc': word('weekday', { weekday: 'long' }),
  'EEEEE eeeee ccccc': word('weekday', { weekday: 'narrow' }),
  ...oneOrTwo('e', weekday),
  c: number(weekday),
  'a aa aaa': word('dayPeriod', { hour: 'numeric', hour12: true }),
  ...oneOrTwo('h', (local) => (local.getUTCHours() + 11) % 12 + 1),
  ...oneOrTwo('H', (local) => local.getUTCHours()),
  ...oneOrTwo('K', (local) => local.getUTCHours() % 12),
  ...oneOrTwo('k', (local) => (local.getUTCHours() + 23) % 24 + 1),
  ...oneOrTwo('m', (local) => local.getUTCMinutes()),
  ...oneOrTwo('s', (local) => local.getUTCSeconds()),
  S: number((local) => Math.floor(local.getUTCMilliseconds() / 100)),
  SS: number((local) => Math.floor(local.getUTCMilliseconds() / 10), 2),
  SSS: number((local) => local.getUTCMilliseconds(), 3),
  A: number((local) => local.getTime() - Math.floor(local.getTime() / DAY) * DAY),
  'z zz zzz': zoneName('short'),
  zzzz: zoneName('long'),
  'Z ZZ ZZZ xx': offset(''),
  'ZZZZ OOOO': zoneName('longOffset'),
  'ZZZZZ XXX': offset(':', 'Z'),
  O: zoneName('shortOffset'),
  v: zoneName('shortGeneric'),
  vvvv: zoneName('longGeneric'),
  VV: ({ zone }) => () => zone,
  XX: offset('', 'Z'),
  xxx: offset(':')
}

const fields: ReadonlyMap<string, Field> =
  new Map(Object.entries(table).flatMap(([parts, field]) => parts.split(' ').map((part) => [part, field])))

const LEGAL = `short, medium, long, full, iso or a CLDR pattern of ${[...fields.keys()].join(' ')}`

/** What a clock in a zone shows at a moment, as if it were UTC. */
const wallClock = (timeZone: string): ((moment: Date) => Date) => {
  if (timeZone === 'UTC') return (moment) => moment
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric'
  })
  return (moment) => {
    const shown = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
    const local = new Date(moment)
    local.setUTCFullYear(year, month - 1, day)
    local.setUTCHours(hour, minute, second)
    return local
  }
}
