/** Prints timestamps in the style, time zone and language that a client requests. */
import { LRUCache } from 'lru-cache'
import { refuseParameter } from '../refusals.ts'
import { printMoment } from '../../schemas/language/lexical.ts'
import { clockIn, fields, type FieldForm, type PrintPart } from './moment-fields.ts'

export type PrintMoment = (moment: Date) => string

/** Presentation of timestamps. */
export interface MomentForm extends FieldForm {
  /** A style that `styleOf` returned. */
  readonly style: string
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

const LEGAL = `short, medium, long, full, iso or a CLDR pattern of ${[...fields.keys()].join(' ')}`
