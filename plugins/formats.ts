/** The formats of documents, XML, JSON and HTML, their media types, and content negotiation. */
import type { IncomingMessage } from 'node:http'
import Negotiator from 'negotiator'
import type { FastifyRequest } from 'fastify'
import { membersOf } from '../schemas/language/rows.ts'

/** Names by which clients ask for documents in a format, and by which responses name it. */
export interface Format {
  /** Extension that selects this format at the end of an address, without the dot. */
  readonly extension: 'xml' | 'json' | 'html'
  /** Media types of the format. The first is the default. */
  readonly media: readonly [string, ...string[]]
  /** Parameter appended to the media type in Content-Type, with its semicolon. */
  readonly charset: string
  /** Media type of problem documents (RFC 9457). */
  readonly problem: string
}

/** The format of a response and the media type it is sent as. */
export interface FormatChoice {
  readonly format: Format
  readonly media: string
  /** The extension that selected the format; undefined if `Accept` or the default did. */
  readonly extension?: string
}

/** Media types that request bodies may have. */
export const jsonMedia = ['application/json', 'text/json'] as const
export const xmlMedia = ['application/xml', 'text/xml'] as const
export const formMedia = 'application/x-www-form-urlencoded'
export const readableMedia = [...xmlMedia, ...jsonMedia, formMedia] as const

/** Returns whether a request sends a form. */
export const sendsForm = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'POST' && headers['content-type']?.startsWith(formMedia) === true

const charset = '; charset=utf-8'
const xml: Format = { extension: 'xml', media: xmlMedia, charset, problem: 'application/problem+xml' }
const json: Format = { extension: 'json', media: jsonMedia, charset, problem: 'application/problem+json' }
const html: Format = { extension: 'html', media: ['text/html'], charset, problem: 'text/html' }

/** All formats. The first is the default. */
export const formats: readonly Format[] = [xml, json, html]

/** Returns whether a response is a page for people. */
export const isPage = ({ format }: Pick<FormatChoice, 'format'>): boolean => format === html

/** All media types that documents are offered in. */
export const offeredMedia: readonly string[] = formats.flatMap(({ media }) => media)

/** The format for clients that name none, and for problem documents if no acceptable format is offered. */
export const defaultChoice: FormatChoice = { format: xml, media: xml.media[0] }

const extensions = formats.map(({ extension }) => extension).join('|')
/** The extension of a format in an address: at the end of the path only, because a query may end in `.json` too. */
export const EXTENSION = new RegExp(`^(?<path>[^?]*)\\.(?<extension>${extensions})(?<query>\\?.*)?$`)

/** Returns whether a request is for a stream: by a parameter, or because `Accept` prefers server-sent events. */
export const asksForStream = ({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): boolean => {
  const parameters = membersOf(query)
  if ('stream' in parameters || 'blogVersion' in parameters) return true
  return headers.accept?.includes(EVENT_STREAM) === true && new Negotiator({ headers }).mediaTypes()[0] === EVENT_STREAM
}

/** Chooses the format of the documents in a stream: one that `Accept` lists besides event streams, or the default. */
export const chooseStreamFormat = ({ originalUrl, headers: { accept = '' } }: Negotiation): FormatChoice => {
  const documentMedia = accept
    .split(',')
    .filter((range) => !range.includes(EVENT_STREAM))
    .join(',')
  return chooseFormat({ originalUrl, headers: { accept: documentMedia } }) ?? defaultChoice
}

const EVENT_STREAM = 'text/event-stream'

type Negotiation = Pick<FastifyRequest, 'originalUrl' | 'headers'>

/**
 * Chooses the format of a response by the extension of the address, else by `Accept` (RFC 9110, section 12.5.1).
 * @returns undefined if no offered format is acceptable
 */
export const chooseFormat = ({ originalUrl, headers }: Negotiation): FormatChoice | undefined => {
  const extension = EXTENSION.exec(originalUrl)?.groups?.extension
  const named = formats.find((each) => each.extension === extension)
  if (named !== undefined) return { format: named, media: named.media[0], extension: named.extension }
  const accept = headers.accept?.trim() ?? ''
  if (accept === '' || accept === '*/*') return defaultChoice
  // Negotiator compares parameters too, and the offered types have no charset, so it is removed here. A
  // client that only accepts the problem documents of a format gets documents of that format as well.
  const plain = accept.replace(/;\s*charset="?utf-8"?/gi, '').replace(/\bapplication\/problem\+/gi, 'application/')
  const media = new Negotiator({ headers: { accept: plain } }).mediaType([...offeredMedia])
  const format = formats.find((each) => each.media.some((name) => name === media))
  return media === undefined || format === undefined ? undefined : { format, media }
}
