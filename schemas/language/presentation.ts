/**
 * Request headers that control the presentation of a document. Each is also a query parameter, whose name is not
 * case-sensitive.
 */
import { Type } from 'typebox'

const text = (description: string, example: string, maxLength: number, options: { list?: boolean } = {}) =>
  Object.assign(Type.Optional(Type.String({ description, examples: [example] })), { maxLength, ...options })

/** Schemas of the presentation parameters, by the name of the header. */
export const presentationParameters = {
  'X-Filter': text(
    'On lists: names of the properties that each item shows; the properties of a link’s target follow a dot; ' +
      '* stands for all. On items: names of the links to expand',
    'Id, Content, Author.Source.Name',
    2000,
    { list: true }
  ),
  'X-Format-DateTime': text(
    'Format of timestamps: short, medium, long, full, iso, or a CLDR pattern',
    'yyyy-MM-dd HH:mm',
    100
  ),
  'X-TimeZone': text('Time zone of timestamps, an IANA name', 'Europe/Berlin', 50),
  'X-Format-Values': text('typed: JSON numbers and booleans, ISO 8601 timestamps; plain: texts', 'typed', 10),
  'Accept-Language': text('Language of timestamps in the formats short to full', 'de', 400, { list: true })
} as const

export type PresentationName = keyof typeof presentationParameters

/** Names of the headers by their lower-case names. */
export const presentationNames: ReadonlyMap<string, string> = new Map(
  Object.keys(presentationParameters).map((name) => [name.toLowerCase(), name])
)

/** Names of the parameters that control the presentation of a document rather than its content. */
export const PRESENTATION: ReadonlySet<string> = new Set(Object.keys(presentationParameters))
