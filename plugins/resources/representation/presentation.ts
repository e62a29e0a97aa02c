/** Reads what a client asks of a document's form: from query parameters in any case, else from headers. */
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { presentationParameters, type PresentationName } from '../../../schemas/language/presentation.ts'
import { refuseParameter } from '../../faults/refusals.ts'
import { defaultForm, momentPrinter, normalStyle, styleFault, type PrintMoment } from './moments.ts'
import { normalFilter } from './selection.ts'

/** The form of a document's values, and the X-Filter in its one spelling. */
export interface Presentation {
  typed: boolean
  printMoment: PrintMoment
  /** The reader's language, undefined when it prefers none. */
  locale: string | undefined
  filter: string
  /** All of it as parameters that ask for the same once more. */
  parameters: Readonly<Record<string, string | undefined>>
  /** Names all of the above: two documents of equal signature have the same form. */
  signature: string
}

/** The form that a client gets which asks for none. */
export const defaultPresentation: Presentation = {
  typed: false, printMoment: momentPrinter(defaultForm), locale: undefined, filter: '', parameters: {}, signature: ''
}

/**
 * @throws HttpError 400 that names the header or parameter
 */
export const presentationOf = ({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): Presentation => {
  const read = (name: PresentationName): string | undefined => {
    const parameter: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined
    const header = headers[name.toLowerCase()]
    const value = typeof parameter === 'string' ? parameter : Array.isArray(header) ? header.join(',') : header
    const { maxLength } = presentationParameters[name]
    if (value !== undefined && value.length > maxLength) refuseParameter(name, `must have at most ${maxLength} characters`)
    return value
  }
  const asked: Asked = [read('X-Format-DateTime'), read('X-TimeZone'), read('X-Format-Values'), read('Accept-Language')]
  const form = forms.memo(JSON.stringify(asked), { context: asked })
  const filter = normalFilter(read('X-Filter') ?? '')
  const parameters = { ...form.parameters, 'X-Filter': filter === '' ? undefined : filter }
  return { ...form, filter, parameters, signature: `${form.signature} ${filter}` }
}

type Asked = Parameters<typeof formOf>
type Form = Omit<Presentation, 'filter'>

/** Checking a zone and a language costs more than all the rest of a request, and clients ask for few forms. */
const forms = new LRUCache<string, Form, Asked>({ max: 500, memoMethod: (_key, _stale, { context }) => formOf(...context) })

const formOf = (style = defaultForm.style, zone = defaultForm.zone, values = 'plain', language = ''): Form => {
  const fault = styleFault(normalStyle(style))
  if (fault !== undefined) refuseParameter('X-Format-DateTime', fault)
  const form = { style: normalStyle(style), zone: zoneOf(zone), locale: localeOf(language) }
  if (values !== 'plain' && values !== 'typed') refuseParameter('X-Format-Values', 'must be plain or typed')
  return {
    typed: values === 'typed',
    printMoment: momentPrinter({ ...form, locale: form.locale ?? defaultForm.locale }),
    locale: form.locale,
    parameters: {
      'X-Format-DateTime': form.style === defaultForm.style ? undefined : form.style,
      'X-TimeZone': form.zone === defaultForm.zone ? undefined : form.zone,
      'X-Format-Values': values === 'plain' ? undefined : values,
      'Accept-Language': form.locale
    },
    signature: JSON.stringify([values, form.style, form.zone, form.locale])
  }
}

/** A time zone in its one spelling. Some releases of Node take offsets such as +02:00 too; those have no name. */
const zoneOf = (zone: string): string => {
  try {
    if (/^[a-z]/i.test(zone)) return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return refuseParameter('X-TimeZone', 'must be the IANA name of a time zone, such as Europe/Berlin')
}

/** The language a client prefers (RFC 9110, section 12.5.4), as far as Intl knows it; undefined when it prefers none. */
const localeOf = (accepted: string): string | undefined => {
  if (accepted === '' || accepted === '*') return undefined
  const ranges = accepted.split(',').map((range) => {
    const [, tag = '', weight = '1'] = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/.exec(range) ?? []
    return { tag: tag.replaceAll('_', '-'), weight: Number(weight) }
  })
  if (ranges.some(({ tag, weight }) => tag === '' || Number.isNaN(weight))) {
    refuseParameter('Accept-Language', 'must be a list of language tags, such as de-DE, en;q=0.5')
  }
  const preferred = ranges.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight)
  for (const { tag } of preferred) {
    if (tag === '*') return undefined
    const locale = resolve(tag)
    if (locale !== undefined) return locale
  }
  return undefined
}

/** The language that Intl has for a tag, so that all tags come down to the few hundred there are. */
const resolve = (tag: string): string | undefined => {
  try {
    const { baseName } = new Intl.Locale(tag)
    return Intl.DateTimeFormat.supportedLocalesOf(baseName).length === 0
      ? undefined
      : new Intl.DateTimeFormat(baseName).resolvedOptions().locale
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
