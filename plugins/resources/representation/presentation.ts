/** Reads what a client asks of a document's form: from query parameters in any case, else from headers. */
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { presentationParameters, type PresentationName } from '../../../schemas/language/presentation.ts'
import { refuseParameter } from '../../faults/refusals.ts'
import { defaultForm, momentPrinter, styleOf, type PrintMoment } from './moments.ts'
import { normalFilter } from './selection.ts'
import { membersOf } from './template.ts'

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
  typed: false,
  printMoment: momentPrinter(defaultForm),
  locale: undefined,
  filter: '',
  parameters: {},
  signature: ''
}

/**
 * @throws HttpError 400 that names the header or parameter
 */
export const presentationOf = ({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): Presentation => {
  const parameters = membersOf(query)
  const read = (name: PresentationName): string | undefined => {
    const parameter = parameters[name]
    const header = headers[name.toLowerCase()]
    const value = typeof parameter === 'string' ? parameter : Array.isArray(header) ? header.join(',') : header
    const { maxLength } = presentationParameters[name]
    if (value === undefined || value.length <= maxLength) return value
    return refuseParameter(name, `must have at most ${maxLength} characters`)
  }
  const asked: Asked = [
    read('X-Format-DateTime'),
    read('X-TimeZone'),
    read('X-Format-Values'),
    read('Accept-Language'),
    read('X-Filter')
  ]
  return presentations.memo(JSON.stringify(asked), { context: asked })
}

type Asked = Parameters<typeof presentationFor>

/** Checking a zone and a language costs more than all the rest of a request, and clients ask for few forms. */
const presentations = new LRUCache<string, Presentation, Asked>({
  max: 500,
  memoMethod: (_key, _stale, { context }) => presentationFor(...context)
})

const presentationFor = (
  dateTime = defaultForm.style,
  timeZone = defaultForm.zone,
  values = 'plain',
  languages = '',
  wanted = ''
): Presentation => {
  const [style, zone, locale] = [styleOf(dateTime), zoneOf(timeZone), localeOf(languages)]
  if (values !== 'plain' && values !== 'typed') refuseParameter('X-Format-Values', 'must be plain or typed')
  const filter = normalFilter(wanted)
  const parameters = {
    'X-Format-DateTime': style === defaultForm.style ? undefined : style,
    'X-TimeZone': zone === defaultForm.zone ? undefined : zone,
    'X-Format-Values': values === 'plain' ? undefined : values,
    'Accept-Language': locale,
    'X-Filter': filter === '' ? undefined : filter
  }
  const printMoment = momentPrinter({ style, zone, locale: locale ?? defaultForm.locale })
  return { typed: values === 'typed', printMoment, locale, filter, parameters, signature: JSON.stringify(parameters) }
}

/** A time zone in its one spelling. Some releases of Node take offsets such as +02:00 too; those have no name. */
const zoneOf = (zone: string): string => {
  const format = /^[a-z]/i.test(zone) ? known(() => new Intl.DateTimeFormat('en', { timeZone: zone })) : undefined
  return (
    format?.resolvedOptions().timeZone ??
    refuseParameter('X-TimeZone', 'must be the IANA name of a time zone, such as Europe/Berlin')
  )
}

const LANGUAGES = /^(?:(?:^|,)\s*[\w*-]+\s*(?:;\s*q\s*=\s*(?:\d+\.?\d*|\.\d+)\s*)?)*$/

/** The language a client prefers (RFC 9110, section 12.5.4) of those that Intl has; undefined when it prefers none. */
const localeOf = (accepted: string): string | undefined => {
  if (!LANGUAGES.test(accepted)) {
    refuseParameter('Accept-Language', 'must be a list of language tags, such as de-DE, en;q=0.5')
  }
  const plain = accepted.replaceAll('_', '-').replace(/\s/g, '')
  const [preferred] = new Negotiator({ headers: { 'accept-language': plain } })
    .languages()
    .map((tag) => (tag === '*' ? tag : localeFor(tag)))
    .filter((locale) => locale !== undefined)
  return preferred === '*' ? undefined : preferred
}

/** The language that Intl has for a tag, so that all tags come down to the few hundred there are. */
const localeFor = (tag: string): string | undefined =>
  known(() => {
    const { baseName } = new Intl.Locale(tag)
    const [supported] = Intl.DateTimeFormat.supportedLocalesOf(baseName)
    return supported && new Intl.DateTimeFormat(supported).resolvedOptions().locale
  })

/** What Intl says, undefined when it does not know a name. */
const known = <Known>(ask: () => Known): Known | undefined => {
  try {
    return ask()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
