/** Timestamps in the form, zone and language a client asks for. */
import { DateTime, IANAZone } from 'luxon'
import { LRUCache } from 'lru-cache'
import { printMoment } from '../../schemas/language/lexical.ts'

/** Prints a moment. */
export type PrintMoment = (moment: Date) => string

/** What a client asked for. */
export interface MomentForm { style: string, zone: string, locale: string }

/** Spec 2.3. */
export const defaultForm: MomentForm = { style: 'short', zone: 'UTC', locale: 'en' }

// Making an Intl formatter costs far more than using it; clients use few forms.
const printers = new LRUCache<string, PrintMoment>({ max: 200 })

/** The printer of a form. */
export const momentPrinter = (form: MomentForm): PrintMoment => {
  if (form.style === 'short' && form.zone === 'UTC' && (form.locale === 'en' || form.locale === 'en-US')) return printMoment
  const key = JSON.stringify(form)
  const printer = printers.get(key) ?? compile(form)
  printers.set(key, printer)
  return printer
}

const compile = ({ style, zone, locale }: MomentForm): PrintMoment => {
  if (style === 'iso') return (moment) => DateTime.fromJSDate(moment, { zone }).toISO() ?? ''
  if (isNamed(style)) {
    const date = new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: zone })
    const time = new Intl.DateTimeFormat(locale, { timeStyle: style, timeZone: zone })
    return (moment) => `${date.format(moment)} ${time.format(moment)}`.replace(/[\u202F\u00A0]/g, ' ')
  }
  const segments = segmentsOf(style)
  // By its name luxon knows UTC faster than other zones, but writes its name in no language and at no length.
  const place = style.includes('z') ? IANAZone.create(zone) : zone
  return (moment) => {
    const local = DateTime.fromJSDate(moment, { zone: place }).setLocale(locale)
    return segments.map((print) => print(local)).join('')
  }
}

const named = ['short', 'medium', 'long', 'full'] as const
const isNamed = (style: string): style is (typeof named)[number] => named.some((name) => name === style)

/** Whether a style is a named one or a pattern that can be printed. */
export const isStyle = (style: string): boolean => style === 'iso' || isNamed(style) || (/[A-Za-z]/.test(style) && isBalanced(style))

const isBalanced = (pattern: string) => (pattern.match(/'/g) ?? []).length % 2 === 0

/**
 * The segments of a CLDR date pattern (UTS 35): fields and literals. Letters that stand for no field, such as the T
 * between date and time, mean themselves.
 */
const segmentsOf = (pattern: string): ((local: DateTime) => string)[] =>
  (pattern.match(/''|'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+/g) ?? []).map((part) => {
    if (part === "''") return () => "'"
    if (part.startsWith("'")) return () => part.slice(1, -1).replaceAll("''", "'")
    if (part === 'XXX' || part === 'ZZZZZ') return (local) => local.offset === 0 ? 'Z' : local.toFormat('ZZ')
    const field = fields[part] ?? (alike.has(part.charAt(0)) ? part : undefined)
    return field === undefined ? () => part : (local) => local.toFormat(field)
  })

/** Fields that both write with the same letter. */
const alike: ReadonlySet<string> = new Set('yMLdHhmsSa')

/** Fields that luxon writes differently. */
const fields: Readonly<Record<string, string>> = {
  yyy: 'yyyy',
  E: 'ccc',
  EE: 'ccc',
  EEE: 'ccc',
  EEEE: 'cccc',
  EEEEE: 'ccccc',
  D: 'o',
  DDD: 'ooo',
  w: 'W',
  ww: 'WW',
  G: 'G',
  Q: 'q',
  k: 'H',
  kk: 'HH',
  z: 'ZZZZ',
  zz: 'ZZZZ',
  zzz: 'ZZZZ',
  zzzz: 'ZZZZZ',
  Z: 'ZZZ',
  ZZ: 'ZZZ',
  ZZZ: 'ZZZ',
  VV: 'z'
}
