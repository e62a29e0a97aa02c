/** The time zone of a blog: that in which its newsroom works, and in which its pages show times without scripts. */
import { membersIn } from '../../schemas/language/rows.ts'
import { zoneNamed } from '../locales.ts'

/** Returns the time zone in the embed settings of a blog; undefined if nobody has chosen one. */
export const timeZoneIn = (embedConfig: string | undefined): string | undefined => {
  const { TimeZone } = membersIn(embedConfig ?? '{}')
  return typeof TimeZone === 'string' && zoneNamed(TimeZone) !== undefined ? TimeZone : undefined
}
