/** Limits of bodies, so that no answer to a bad body costs more than reading a good one. */
import { keywordsOf, propertiesOf } from '../../schemas/language/keywords.ts'

/** Maximum number of members, elements or fields. No body of this service has as many. */
export const MAX_MEMBERS = 100
/** Maximum nesting of elements or fields. No body of this service is as deep. */
export const MAX_DEPTH = 16
/** Maximum length of the address in a link, in characters. No address of this service is as long. */
export const MAX_LINK = 4000

/** Maximum bytes of any body. More than enough for a post of 65,535 characters, however they are escaped. */
export const MAX_BYTES = 1024 * 1024
/** Bytes for everything but texts: names, numbers, links and white space. */
const ENVELOPE = 16 * 1024
/** Maximum bytes of a character: `\ud83d\udeaa` in JSON, `%F0%9F%9A%AA` in a form. */
const CHARACTER = 12

/** Returns the maximum bytes of a body: enough for texts of maximum length, however they are escaped. */
export const maxBytesOf = (schema: unknown): number => {
  const texts = Object.values(propertiesOf(schema)).map((property) => keywordsOf(property).maxLength ?? 0)
  return Math.min(
    MAX_BYTES,
    texts.reduce((sum, length) => sum + length * CHARACTER, ENVELOPE)
  )
}
