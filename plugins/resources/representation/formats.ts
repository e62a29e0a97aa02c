/** The formats a document can be shown in, and how a request chooses one. */
import Negotiator from 'negotiator'
import type { FastifyRequest } from 'fastify'
import { compileJson } from './json.ts'
import { byDefault, planOf, type Plan } from './plan.ts'
import { membersOf } from './template.ts'
import type { Writer } from './writers.ts'
import { compileXml } from './xml.ts'
import type { AnyList, AnyModel } from '../../../schemas/language/vocabulary.ts'

export type { Writer }

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

/** The format of an answer, and the media type it is sent as. */
export interface Choice {
  readonly format: Format
  readonly media: string
  /** The extension that chose it; undefined when the address has none. */
  readonly extension?: string
}

const formatOf = (extension: string, compile: Format['compile']): Format => ({
  extension,
  media: [`application/${extension}`, `text/${extension}`],
  charset: '; charset=utf-8',
  problem: `application/problem+${extension}`,
  compile
})
const xml = formatOf('xml', compileXml)

/** The formats, the default first. */
export const formats: readonly Format[] = [xml, formatOf('json', compileJson)]

/** Every media type a document is offered in. */
export const offered: readonly string[] = formats.flatMap(({ media }) => media)

/** The choice for clients that name no format, and for problems where none of the named ones is offered. */
export const defaultChoice: Choice = { format: xml, media: xml.media[0] }

// At the end of the path: a query may end the same way.
const EXTENSION = new RegExp(`^([^?]*)\\.(${formats.map(({ extension }) => extension).join('|')})(\\?.*)?$`)

/** The address without the extension of a format, such as `/Blog/1` for `/Blog/1.json`: so the router knows it. */
export const withoutExtension = (url: string): string => url.replace(EXTENSION, '$1$3')

/** Whether a client asks for a stream of changes: by `?stream`, or because it prefers server-sent events. */
export const asksForStream = ({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): boolean => {
  if ('stream' in membersOf(query)) return true
  return headers.accept?.includes(EVENT_STREAM) === true && new Negotiator({ headers }).mediaTypes()[0] === EVENT_STREAM
}

/** The format of a stream's documents: the one the client accepts besides streams, or the default. */
export const chooseStreamed = ({ originalUrl, headers: { accept = '' } }: Asked): Choice => {
  const others = accept
    .split(',')
    .filter((range) => !range.includes(EVENT_STREAM))
    .join(',')
  return choose({ originalUrl, headers: { accept: others } }) ?? defaultChoice
}

const EVENT_STREAM = 'text/event-stream'

type Asked = Pick<FastifyRequest, 'originalUrl' | 'headers'>

/**
 * Chooses by extension, else by `Accept` (RFC 9110, section 12.5.1).
 * @returns undefined when nothing acceptable is offered
 */
export const choose = ({ originalUrl, headers }: Asked): Choice | undefined => {
  const extension = EXTENSION.exec(originalUrl)?.[2]
  const named = formats.find((each) => each.extension === extension)
  if (named !== undefined) return { format: named, media: named.media[0], extension: named.extension }
  const accept = headers.accept?.trim() ?? ''
  if (accept === '' || accept === '*/*') return defaultChoice
  // Negotiator would look for the charset, which every answer has, in what is offered. A client that names the problem
  // documents of a notation is shown documents in it too.
  const plain = accept.replace(/;\s*charset="?utf-8"?/gi, '').replace(/\bapplication\/problem\+/gi, 'application/')
  const media = new Negotiator({ headers: { accept: plain } }).mediaType([...offered])
  const format = formats.find((each) => each.media.some((name) => name === media))
  return media === undefined || format === undefined ? undefined : { format, media }
}

type Schema = AnyModel | AnyList

/**
 * Compiles schemas for one format, each when it is first needed. Of several schemas the first whose required properties
 * a row has is used.
 * @param module the configured module name
 */
export const compileWriter = (schemas: readonly Schema[], format: Format, module: string): Writer => {
  const writers = new Map<Schema, Writer>()
  const [first] = schemas
  if (first === undefined) throw new TypeError('A document needs a schema')
  return (row, place, addressed) => {
    const schema = schemas.find((each) => requiredOf(each).every((name) => row[name] !== undefined)) ?? first
    const write = writers.get(schema) ?? format.compile(byDefault(planOf(schema, module)))
    writers.set(schema, write)
    return write(row, place, addressed)
  }
}

const requiredOf = (schema: Schema): readonly string[] =>
  'required' in schema && Array.isArray(schema.required) ? schema.required : []

/** The writers of a schema for every format. */
export const compileWriters = (schemas: readonly Schema[], module: string): ((format: Format) => Writer) => {
  const writers = new Map<Format, Writer>()
  return (format) => {
    const write = writers.get(format) ?? compileWriter(schemas, format, module)
    writers.set(format, write)
    return write
  }
}
