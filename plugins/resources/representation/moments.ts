/** Prints timestamps in the form, zone and language a client asks for. */
import { LRUCache } from 'lru-cache'
import { refuseParameter } from '../../faults/refusals.ts'
import { printMoment } from '../../../schemas/language/lexical.ts'

/** Prints a moment. */
export type PrintMoment = (moment: Date) => string

/** The form of timestamps: a style that `styleOf` gives, a zone by its IANA name, a language by its tag. */
export interface MomentForm {
  style: string
  zone: string
  locale: string
}

/** Spec 2.3. */
export const defaultForm: MomentForm = { style: 'short', zone: 'UTC', locale: 'en' }

/** The printer of a form. */
export const momentPrinter = (form: MomentForm): PrintMoment => {
  const { style, zone, locale } = form
  if (style === 'short' && zone === 'UTC' && (locale === 'en' || locale === 'en-US')) return printMoment
  return printers.memo(JSON.stringify(form), { context: form })
}

// Making an Intl formatter costs far more than using it; clients use few forms.
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
  return (moment) => {
    const reading = readClock(moment)
    return printers.map((print) => print(reading)).join('')
  }
}

const ISO = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"

const named = ['short', 'medium', 'long', 'full'] as const
const isNamed = (style: string): style is (typeof named)[number] => named.some((name) => name === style)

/**
 * A style as `momentPrinter` takes it: `iso` or a named one in lower case, or a CLDR pattern (UTS 35) of known fields.
 * @throws HttpError 400 when it cannot be printed
 */
export const styleOf = (style: string): string => {
  const name = style.toLowerCase()
  if (name === 'iso' || isNamed(name)) return name
  const parts = (style.match(/'/g) ?? []).length % 2 === 0 ? partsOf(style) : []
  const unknown = parts.find((part) => (isField(part) ? !fields.has(part) : /^[^']*%/.test(part)))
  if (unknown !== undefined) {
    refuse(`has no field ${unknown}; it must be ${LEGAL}; quote other letters, as in 'o''clock'`)
  }
  return parts.some(isField) ? style : refuse(`must be ${LEGAL}, with its quotes in pairs`)
}

const refuse = (reason: string): never => refuseParameter('X-Format-DateTime', reason)

/** Fields, quoted texts, and what lies between. The T between date and time means itself. */
const partsOf = (pattern: string): string[] => pattern.match(/''|'(?:[^']|'')*'|([A-SU-Za-z])\1*|[^A-SU-Za-z']+/g) ?? []
const isField = (part: string) => /^[A-SU-Za-z]/.test(part)

const partPrinter = (part: string, form: FieldForm): PrintPart => {
  const text = part === "''" ? "'" : part.replace(/^'|'$/g, '').replaceAll("''", "'")
  return fields.get(part)?.(form, part.length) ?? (() => text)
}

/** A moment with what a clock in the zone shows then, as if that were UTC, and its distance from UTC as `+05:30`. */
interface Reading {
  moment: Date
  local: Date
  offset: string
}

type PrintPart = (reading: Reading) => string
type FieldForm = Pick<MomentForm, 'zone' | 'locale'>

/** Makes the printer of a field from the number of its letters. */
type Field = (form: FieldForm, width: number) => PrintPart

/** Reads the clock of a zone. Intl tells the seconds too by which local times of old differ from UTC. */
const clockIn = (zone: string): ((moment: Date) => Reading) => {
  const form = { zone, locale: 'en' }
  const print = zone === 'UTC' ? () => 'GMT' : intlPart('timeZoneName', form, { timeZoneName: 'longOffset' })
  return (moment) => {
    const offset = print(moment).slice('GMT'.length) || '+00:00'
    const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number)
    const distance = ((hours * 60 + minutes) * 60 + seconds) * 1000
    const local = new Date(moment.getTime() + (offset.startsWith('-') ? -distance : distance))
    return { moment, local, offset: offset.slice(0, '+00:00'.length) }
  }
}

/** A number with at least as many digits as the field has letters, in the digits of the language. */
const number =
  (read: (local: Date, width: number) => number): Field =>
  ({ locale }, width) => {
    const { format } = new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: width })
    return ({ local }) => format(read(local, width))
  }

/** A part of what Intl prints, such as the name of the month, in the style for the number of letters. */
const word =
  (
    type: Intl.DateTimeFormatPartTypes,
    optionsOf: (style: 'short' | 'long' | 'narrow') => Intl.DateTimeFormatOptions
  ): Field =>
  (form, width) => {
    const print = intlPart(type, form, optionsOf(width === 4 ? 'long' : width === 5 ? 'narrow' : 'short'))
    return ({ moment }) => print(moment)
  }

/** The name of the zone, or its distance from UTC. */
const zoneName = (timeZoneName: NonNullable<Intl.DateTimeFormatOptions['timeZoneName']>): Field =>
  word('timeZoneName', () => ({ timeZoneName }))

const intlPart = (
  type: Intl.DateTimeFormatPartTypes,
  { zone, locale }: FieldForm,
  options: Intl.DateTimeFormatOptions
): PrintMoment => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  return (moment) => format.formatToParts(moment).find((part) => part.type === type)?.value ?? ''
}

/** The distance from UTC as `+0530` or `+05:30`; `Z` may stand for none. */
const offset =
  (colon: '' | ':', zero?: 'Z'): Field =>
  () =>
  (reading) =>
    zero !== undefined && reading.offset.endsWith('00:00') ? zero : reading.offset.replace(':', colon)

const DAY = 24 * 60 * 60 * 1000
/** Monday is 1, Sunday 7. */
const weekday = (local: Date) => ((local.getUTCDay() + 6) % 7) + 1
const dayOfYear = (local: Date) =>
  Math.floor((local.getTime() - new Date(0).setUTCFullYear(local.getUTCFullYear(), 0, 1)) / DAY) + 1
/** The week of ISO 8601: the year's first is the one with its first Thursday. */
const weekOfYear = (local: Date) => Math.ceil(dayOfYear(new Date(local.getTime() + (4 - weekday(local)) * DAY)) / 7)

/** The fields of patterns; fields of one kind stand together. Weeks are those of ISO 8601 in every language. */
const table: Readonly<Record<string, Field>> = {
  'G GG GGG GGGG GGGGG': word('era', (era) => ({ era, year: 'numeric' })),
  'y yyy yyyy u uuuu': number((local) => local.getUTCFullYear()),
  yy: number((local) => local.getUTCFullYear() % 100),
  'Q QQ': number((local) => Math.floor(local.getUTCMonth() / 3) + 1),
  'M MM L LL': number((local) => local.getUTCMonth() + 1),
  // Many languages inflect the name of a month that stands next to a day; the L fields stand alone.
  'MMM MMMM': word('month', (month) => ({ month, day: 'numeric' })),
  'MMMMM LLL LLLL LLLLL': word('month', (month) => ({ month })),
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
