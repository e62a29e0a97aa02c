/** How a client asks for a document's form: each as a header or, in any case, as a query parameter. */
import { Type } from 'typebox'

const text = (description: string, example: string, maxLength: number) =>
  Object.assign(Type.Optional(Type.String({ description, examples: [example] })), { maxLength })

/** The headers that are parameters too. */
export const presentationParameters = {
  'X-Filter': text(
    'On lists: the properties each item shows, by name; names of a link’s target after a dot; * for all. On items: the links to expand',
    'Id, Content, Author.Source.Name',
    2000
  ),
  'X-Format-DateTime': text(
    'Form of timestamps: short, medium, long, full, iso, or a CLDR pattern',
    'yyyy-MM-dd HH:mm',
    100
  ),
  'X-TimeZone': text('Time zone of timestamps, by its IANA name', 'Europe/Berlin', 50),
  'X-Format-Values': text('typed: JSON numbers and booleans, ISO 8601 timestamps; plain: texts', 'typed', 10),
  'Accept-Language': text('Language of timestamps in a named form', 'de', 400)
} as const

export type PresentationName = keyof typeof presentationParameters

/** The parameters by their lower-case names. */
export const presentationNames: ReadonlyMap<string, string> = new Map(
  Object.keys(presentationParameters).map((name) => [name.toLowerCase(), name])
)

/** Whether a parameter says how a document is shown, and not what it shows. */
export const isPresentation = (name: string): name is PresentationName => Object.hasOwn(presentationParameters, name)
