/** The labels of a live page, and its times in the zone of the device. */
import { momentsIn, SCRIPT_LABELS } from '../../labels/labels.ts'
import type { ScriptLabels } from '../layout.tsx'

export type Labelling = ReturnType<typeof labellingOf>

/** Returns the labels that a page carries as data, and functions that write numbers and times in its language. */
export const labellingOf = (page: Document) => {
  const labels: ScriptLabels = JSON.parse(page.getElementById(SCRIPT_LABELS)?.textContent ?? '{}')
  const { locale, newPosts, justNow } = labels
  /** Returns the functions that print times in the zone that the device has now: it may have travelled. */
  const momentsNow = () => momentsIn(locale, undefined)
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const ages = new Intl.RelativeTimeFormat(locale)
  const shortAges = new Intl.RelativeTimeFormat(locale, { style: 'narrow' })

  /**
   * Returns the age of a moment in words; undefined unless it is in the last day.
   * @param isShort whether units are abbreviated
   */
  const ageOf = (moment: Date, isShort: boolean): string | undefined => {
    const minutes = Math.floor((Date.now() - moment.getTime()) / 60_000)
    // The clock of the device may be slow.
    if (minutes < -5 || minutes >= 24 * 60) return undefined
    if (minutes < 1) return justNow
    const printer = isShort ? shortAges : ages
    return minutes < 60 ? printer.format(-minutes, 'minute') : printer.format(-Math.floor(minutes / 60), 'hour')
  }

  return {
    labels,
    momentsNow,
    ageOf,
    /** Returns how many new posts there are, in words. */
    postsInWords: (count: number): string =>
      (newPosts[rules.select(count)] ?? newPosts.other ?? '').replace('{count}', numbers.format(count)),
    /** Shows times of the last day as ages, but not on paper. Others, and all titles, are in the zone of the device. */
    refreshTimes: (root: ParentNode, isPrinted = false) => {
      const moments = momentsNow()
      for (const time of root.querySelectorAll('time')) {
        const moment = new Date(time.dateTime)
        time.title = moments.fullTime(moment)
        const isShort = time.className === 'short'
        const absolute = isShort && !isPrinted ? moments.shortTime(moment, new Date()) : moments.time(moment)
        time.textContent = (isPrinted ? undefined : ageOf(moment, isShort)) ?? absolute
      }
    }
  }
}
