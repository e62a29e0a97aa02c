/** Prints times for readers. The service and the script of the live page print them alike. */

export interface Moments {
  /** A time with the short name of its zone, such as `22 November 2026 at 13:00 CET`. */
  readonly time: (at: Date) => string
  /** A short time without zone and year, such as `22 Nov, 13:00`. */
  readonly shortTime: (at: Date) => string
  /** A time in full, with the name of its zone in words. */
  readonly fullTime: (at: Date) => string
}

/**
 * Returns the printers of times.
 * @param locale a locale of Intl
 * @param timeZone IANA name of the zone; undefined for that of the device
 */
export const momentsIn = (locale: string, timeZone: string | undefined): Moments => {
  const zoned: Intl.DateTimeFormatOptions = timeZone === undefined ? {} : { timeZone }
  const zonedTime = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...zoned
  })
  const short = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...zoned
  })
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'full', ...zoned })
  return {
    time: (at) => zonedTime.format(at),
    shortTime: (at) => short.format(at),
    fullTime: (at) => full.format(at)
  }
}
