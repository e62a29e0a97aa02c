/** Completes the response schemas that routes declare. */
import { documentsIn } from '../../schemas/language/keywords.ts'
import { formats } from '../formats.ts'
import { membersOf } from '../../schemas/language/rows.ts'

/** Declares each document of a response schema under the media types of all formats. */
export const inEveryFormat = (response: unknown) =>
  Object.fromEntries(
    Object.entries(membersOf(response)).map(([status, schema]) => [
      status,
      documentsIn(schema).length === 0
        ? schema
        : { content: Object.fromEntries(formats.map(({ media: [media] }) => [media, { schema }])) }
    ])
  )
