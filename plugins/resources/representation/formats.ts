/** The formats a document can be shown in, and how a request chooses one. */
import Negotiator from 'negotiator'
import type { FastifyRequest } from 'fastify'
import { compileJson } from './json.ts'
import { byDefault, planOf, type Plan } from './plan.ts'
import type { Place, Row } from './template.ts'
import { compileXml } from './xml.ts'
import type { AnyList, AnyModel } from '../../../schemas/language/vocabulary.ts'

/** Writes a row as a document. */
export type Writer = (row: Row, place: Place, addressed: boolean) => string

/** One notation of the documents. */
export interface Format {
  /** Ends an address that asks for this format, after a dot. */
  readonly extension: string
  /** Media types, the one sent by default first. */
  readonly media: readonly [string, ...string[]]
  readonly charset: string
  /** Media type of problem documents (RFC 9457). */
  readonly problem: string
  readonly compile: (plan: Plan) => Writer
}

/** What a request is answered with: a format under one of its media types. */
export interface Choice { readonly format: Format, readonly media: string }

const xml: Format = {
  extension: 'xml',
  media: ['application/xml', 'text/xml'],
  charset: '; charset=utf-8',
  problem: 'application/problem+xml',
  compile: compileXml
}
const json: Format = {
  extension: 'json',
  media: ['application/json', 'text/json'],
  charset: '; charset=utf-8',
  problem: 'application/problem+json',
  compile: compileJson
}

/** The formats, the default first. */
export const formats: readonly Format[] = [xml, json]

/** Every media type a document is offered in. */
export const offered: readonly string[] = formats.flatMap(({ media }) => media)

const byExtension = new Map(formats.map((format) => [format.extension, format]))
const byMedia = new Map(formats.flatMap((format) => [...format.media, format.problem].map((media) => [media, { format, media }])))

/** What is sent when a client has no wish, and for problems when its wish cannot be met. */
export const defaultChoice: Choice = { format: xml, media: xml.media[0] }

/** The format an address asks for by its extension: `/Blog/1.json`. */
export const formatOfAddress = (url: string): Format | undefined => {
  const [, , extension = ''] = EXTENSION.exec(url) ?? []
  return byExtension.get(extension)
}

/** The address without such an extension, as the router knows it. */
export const withoutExtension = (url: string): string => formatOfAddress(url) ? url.replace(EXTENSION, '$1$3') : url

// At the end of the path: a query may end the same way.
const EXTENSION = new RegExp(`^([^?]*)\\.(${formats.map(({ extension }) => extension).join('|')})(\\?.*)?$`)

/** Whether a client asks for a stream of changes: by `?stream`, or because it likes nothing better than server-sent events. */
export const asksForStream = ({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): boolean => {
  if (typeof query === 'object' && query !== null && 'stream' in query) return true
  return headers.accept?.includes(EVENT_STREAM) === true && new Negotiator({ headers }).mediaTypes()[0] === EVENT_STREAM
}

/** The format of what a stream carries: what the client likes beside streams, or the default. */
export const chooseStreamed = ({ originalUrl, headers: { accept = '' } }: Pick<FastifyRequest, 'originalUrl' | 'headers'>): Choice => {
  const others = accept.split(',').filter((range) => !range.includes(EVENT_STREAM)).join(',')
  return choose({ originalUrl, headers: { accept: others } }) ?? defaultChoice
}

const EVENT_STREAM = 'text/event-stream'

/**
 * Chooses by extension, else by `Accept` (RFC 9110, section 12.5.1).
 * @returns undefined when nothing acceptable is offered
 */
export const choose = ({ originalUrl, headers }: Pick<FastifyRequest, 'originalUrl' | 'headers'>): Choice | undefined => {
  const format = formatOfAddress(originalUrl)
  if (format !== undefined) return { format, media: format.media[0] }
  if (headers.accept === undefined || headers.accept.trim() === '' || headers.accept === '*/*') return defaultChoice
  // The parameter that every answer has anyway; Negotiator would look for it in what is offered.
  const negotiator = new Negotiator({ headers: { accept: headers.accept.replace(/;\s*charset="?utf-8"?/gi, '') } })
  // A client that names problem documents of a notation is shown documents in it too; a range does not name them.
  const named = negotiator.mediaTypes()
  const media = negotiator.mediaType([...byMedia.keys()].filter((name) => offered.includes(name) || named.includes(name)))
  const choice = media === undefined ? undefined : byMedia.get(media)
  return choice && { format: choice.format, media: choice.media === choice.format.problem ? choice.format.media[0] : choice.media }
}

/**
 * Compiles a schema for one format, when it is first needed. Of several schemas the first whose required properties a row has is used.
 * @param module the configured module name
 */
export const compileWriter = (schemas: readonly (AnyModel | AnyList)[], format: Format, module: string): Writer => {
  let compiled: Writer | undefined
  return (row, place, addressed) => {
    compiled ??= compileNow(schemas, format, module)
    return compiled(row, place, addressed)
  }
}

const compileNow = (schemas: readonly (AnyModel | AnyList)[], format: Format, module: string): Writer => {
  const variants = schemas.map((schema) => ({ required: requiredOf(schema), write: format.compile(byDefault(planOf(schema, module))) }))
  const [only, ...others] = variants
  if (only === undefined) throw new TypeError('A document needs a schema')
  if (others.length === 0) return only.write
  return (row, place, addressed) => {
    const { write } = variants.find(({ required }) => required.every((name) => row[name] !== undefined)) ?? only
    return write(row, place, addressed)
  }
}

/** The writers of a schema for every format. */
export const compileWriters = (schemas: readonly (AnyModel | AnyList)[], module: string): (format: Format) => Writer => {
  const writers = new Map(formats.map((format) => [format, compileWriter(schemas, format, module)]))
  return (format) => {
    const write = writers.get(format)
    if (write === undefined) throw new TypeError('Every format has a writer')
    return write
  }
}

const requiredOf = (schema: AnyModel | AnyList): readonly string[] =>
  'required' in schema && Array.isArray(schema.required) ? schema.required : []
