/** How a client asks for a document's form: each as a header or, in any case, as a query parameter. */
import { Type } from 'typebox'

const text = (description: string, examples: string[]) => Type.Optional(Type.String({ maxLength: 4000, description, examples }))

/** The headers that are parameters too. */
export const presentationParameters = {
  'X-Filter': text('On lists: the properties each item shows, by name; names of a link’s target after a dot; * for all. On items: the links to expand', ['Id, Content, Author.Source.Name']),
  'X-Format-DateTime': text('Form of timestamps: short, medium, long, full, iso, or a CLDR pattern', ['yyyy-MM-dd HH:mm']),
  'X-TimeZone': text('Time zone of timestamps, by its IANA name', ['Europe/Berlin']),
  'X-Format-Values': text('typed: JSON numbers and booleans, ISO 8601 timestamps; plain: texts', ['typed']),
  'Accept-Language': text('Language of timestamps in a named form', ['de'])
} as const

export type PresentationName = keyof typeof presentationParameters

/** The parameters by their lower-case names. */
export const presentationNames: ReadonlyMap<string, string> =
  new Map(Object.keys(presentationParameters).map((name) => [name.toLowerCase(), name]))

/** Whether a parameter says how a document is shown, and not what it shows. */
export const isPresentation = (name: string): name is PresentationName => Object.hasOwn(presentationParameters, name)
