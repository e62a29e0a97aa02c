/**
 * Parses the presentation of values that a client requests: from query parameters, else from headers.
 * `readQuery` of plugins/origin has already normalised the case of the parameters' names.
 */
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { presentationParameters, type PresentationName } from '../../schemas/language/presentation.ts'
import { refuseParameter } from '../refusals.ts'
import { defaultForm, momentPrinter, styleOf, type PrintMoment } from './moments.ts'
import { localeFor, zoneNamed } from '../locales.ts'
import { normalFilter } from './selection.ts'
import { membersOf } from '../../schemas/language/rows.ts'

/** The presentation of a document's values, and its X-Filter. */
export interface Presentation {
  /** Whether JSON contains numbers, booleans and ISO 8601 timestamps instead of text. */
  typed: boolean
  /** Prints a timestamp in the requested style, zone and language. */
  printMoment: PrintMoment
  /** Locale of Intl for the preferred language; undefined if the client prefers none. */
  locale: string | undefined
  /** IANA name of the zone in which timestamps are. */
  zone: string
  /** X-Filter, normalised: sorted names without duplicates; empty if none was sent. */
  filter: string
  /** The query parameters that request this presentation, for links to other pages; undefined for defaults. */
  parameters: Readonly<Record<string, string | undefined>>
  /** Part of the cache key. Presentations with equal signatures are the same. */
  signature: string
}

/** The presentation for clients that request none. */
export const defaultPresentation: Presentation = {
  typed: false,
  printMoment: momentPrinter(defaultForm),
  locale: undefined,
  zone: defaultForm.zone,
  filter: '',
  parameters: {},
  signature: ''
}

/** Format of timestamps in pages for people. */
const PAGE_STYLE = 'd MMMM y, HH:mm z'

/**
 * Parses the presentation of a request.
 * @param isPage whether the response is a page. Pages are in English, so the language of the browser does not count
 * @throws HttpError 400 if a header or parameter is malformed or too long
 */
export const presentationOf = (
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
  isPage: boolean
): Presentation => {
  const parameters = membersOf(query)
  const read = (name: PresentationName): string | undefined => {
    const { list, maxLength } = presentationParameters[name]
    const { [name]: parameter } = parameters
    if (Array.isArray(parameter) && !list) return refuseParameter(name, 'must be a single value, sent once')
    const header = isPage && name === 'Accept-Language' ? undefined : headers[name.toLowerCase()]
    const sent = parameter ?? header
    const value = sent === undefined ? undefined : String(sent)
    if (value === undefined || value.length <= maxLength) return value
    return refuseParameter(name, `must have at most ${maxLength} characters`)
  }
  const values: PresentationValues = [
    read('X-Format-DateTime'),
    read('X-TimeZone'),
    read('X-Format-Values'),
    read('Accept-Language'),
    read('X-Filter'),
    isPage ? PAGE_STYLE : defaultForm.style
  ]
  return presentations.memo(JSON.stringify(values), { context: values })
}

type PresentationValues = Parameters<typeof presentationFor>

/** Checking a zone and a language takes longer than the rest of a request, and clients use few presentations. */
const presentations = new LRUCache<string, Presentation, PresentationValues>({
  max: 500,
  memoMethod: (_key, _stale, { context }) => presentationFor(...context)
})

const presentationFor = (
  dateTime: string | undefined,
  timeZone = defaultForm.zone,
  values = 'plain',
  languages = '',
  rawFilter = '',
  defaultStyle = defaultForm.style
): Presentation => {
  const [style, zone, locale] = [styleOf(dateTime ?? defaultStyle), zoneOf(timeZone), localeOf(languages)]
  if (values !== 'plain' && values !== 'typed') refuseParameter('X-Format-Values', 'must be plain or typed')
  const filter = normalFilter(rawFilter)
  const parameters = {
    'X-Format-DateTime': style === defaultStyle ? undefined : style,
    'X-TimeZone': zone === defaultForm.zone ? undefined : zone,
    'X-Format-Values': values === 'plain' ? undefined : values,
    'Accept-Language': locale,
    'X-Filter': filter === '' ? undefined : filter
  }
  const printMoment = momentPrinter({ style, zone, locale: locale ?? defaultForm.locale })
  const signature = JSON.stringify(parameters)
  return { typed: values === 'typed', printMoment, locale, zone, filter, parameters, signature }
}

const zoneOf = (zone: string): string =>
  zoneNamed(zone) ?? refuseParameter('X-TimeZone', 'must be the IANA name of a time zone, such as Europe/Berlin')

const LANGUAGES = /^(?:(?:^|,)\s*[\w*-]+\s*(?:;\s*q\s*=\s*(?:\d+(?:\.\d*)?|\.\d+)\s*)?)*$/

/**
 * Returns the locale of Intl for Accept-Language (RFC 9110, section 12.5.4); undefined if the client prefers
 * none or Intl supports none of its languages.
 */
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
