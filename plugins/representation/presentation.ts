/** Reads what a client asks of a document's form: from query parameters in any case, else from headers. */
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { PresentationName } from '../../schemas/language/presentation.ts'
import { refuseParameter } from '../faults/refusals.ts'
import { defaultForm, isStyle, momentPrinter, type PrintMoment } from './moments.ts'

/** The form of a document's values, and the X-Filter as it was sent. */
export interface Presentation {
  typed: boolean
  printMoment: PrintMoment
  /** The language its reader prefers, undefined without a wish. */
  locale: string | undefined
  filter: string
  /** All of it as parameters that ask for the same once more. */
  parameters: Readonly<Record<string, string | undefined>>
  /** Names all of the above: two documents of equal signature have the same form. */
  signature: string
}

/** What a client without wishes gets. */
export const defaultPresentation: Presentation = { typed: false, printMoment: momentPrinter(defaultForm), locale: undefined, filter: '', parameters: {}, signature: '' }

/**
 * @throws HttpError 400 that names the header or parameter
 */
export const presentationOf = ({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): Presentation => {
  const read = (name: PresentationName): string | undefined => {
    const parameter: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined
    const value = typeof parameter === 'string' ? parameter : headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(',') : value
  }
  const wishes = [read('X-Format-DateTime'), read('X-TimeZone'), read('X-Format-Values'), read('Accept-Language')] satisfies Parameters<typeof formOf>
  const key = JSON.stringify(wishes)
  const known = forms.memo(key, { context: wishes })
  const filter = (read('X-Filter') ?? '').replaceAll(' ', '')
  const parameters = { ...known.parameters, 'X-Filter': filter === '' ? undefined : filter }
  return { ...known, filter, parameters, signature: `${known.signature} ${filter}` }
}

/** Checking a zone and a language costs more than all the rest of a request, and clients have few wishes. */
const forms = new LRUCache<string, Form, Parameters<typeof formOf>>({ max: 500, memoMethod: (_key, _stale, { context }) => formOf(...context) })

type Form = Omit<Presentation, 'filter'>

const formOf = (style = defaultForm.style, zone = defaultForm.zone, values = 'plain', language = ''): Form => {
  if (!isStyle(style)) refuseParameter('X-Format-DateTime', 'must be short, medium, long, full, iso or a CLDR pattern with balanced quotes')
  if (!isZone(zone)) refuseParameter('X-TimeZone', 'must be the IANA name of a time zone, such as Europe/Berlin')
  if (values !== 'plain' && values !== 'typed') refuseParameter('X-Format-Values', 'must be plain or typed')
  const locale = localeOf(language)
  return {
    typed: values === 'typed',
    printMoment: momentPrinter({ style, zone, locale: locale ?? defaultForm.locale }),
    locale,
    parameters: {
      'X-Format-DateTime': style === defaultForm.style ? undefined : style,
      'X-TimeZone': zone === defaultForm.zone ? undefined : zone,
      'X-Format-Values': values === 'plain' ? undefined : values,
      'Accept-Language': locale
    },
    signature: JSON.stringify([values, style, zone, locale])
  }
}

const isZone = (zone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The language a client prefers (RFC 9110, section 12.5.4), as far as Intl knows it; undefined when it has no wish. */
const localeOf = (accepted: string): string | undefined => {
  if (accepted === '' || accepted === '*') return undefined
  const ranges = accepted.split(',').map((range) => {
    const [, tag = '', weight = '1'] = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/.exec(range) ?? []
    return { tag: tag.replaceAll('_', '-'), weight: Number(weight) }
  })
  if (ranges.some(({ tag, weight }) => tag === '' || Number.isNaN(weight))) refuseParameter('Accept-Language', 'must be a list of language tags, such as de-DE, en;q=0.5')
  const preferred = ranges.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight)
  const known = preferred.find(({ tag }) => isKnown(tag))
  return known === undefined || known.tag === '*' ? undefined : known.tag
}

const isKnown = (tag: string) => {
  if (tag === '*') return true
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}
