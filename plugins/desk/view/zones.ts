/** Times of a zone, as people type them in fields of the type `datetime-local`. */

/**
 * Returns the moment of a local time.
 * @param local such as `2026-11-23T20:15`
 * @param zone IANA name of the time zone
 * @returns in ISO 8601; undefined for other texts. A time that a clock change skips is the one an hour later, and one
 * that comes twice is the second one, so that nothing is published too early
 */
export const momentIn = (local: string, zone: string): string | undefined => {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const after = asUtc - offsetAt(asUtc + DAY, zone)
  const isAfter = after + offsetAt(after, zone) === asUtc
  return new Date(isAfter ? after : asUtc - offsetAt(asUtc - DAY, zone)).toISOString()
}

/** In milliseconds. Within a day of a time, the offset changes once at most. */
const DAY = 86_400_000

/** Returns the local time of a moment to the minute, such as `2026-11-23T20:15`. @param zone IANA name of the zone */
export const localTimeAt = (moment: Date, zone: string): string =>
  new Date(moment.getTime() + offsetAt(moment.getTime(), zone)).toISOString().slice(0, 16)

/** Returns how far the clocks of a zone are ahead of UTC, in milliseconds. */
const offsetAt = (moment: number, zone: string): number => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? []
  const distance = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -distance : distance
}
