/** The labels that the scripts of a live page show, and times in the zone of the device. */
import { momentsIn } from '../../labels/moments.ts'
import { SCRIPT_LABELS, type ScriptLabels } from '../script-labels.ts'

export const labels: ScriptLabels = JSON.parse(document.getElementById(SCRIPT_LABELS)?.textContent ?? '{}')

const { locale, newPosts, justNow } = labels

export const moments = momentsIn(locale, undefined)

const rules = new Intl.PluralRules(locale)
const numbers = new Intl.NumberFormat(locale)
const ages = new Intl.RelativeTimeFormat(locale)
const shortAges = new Intl.RelativeTimeFormat(locale, { style: 'narrow' })

/** Returns how many new posts there are, in words. */
export const postsInWords = (count: number): string =>
  (newPosts[rules.select(count)] ?? newPosts.other ?? '').replace('{count}', numbers.format(count))

/**
 * Returns the age of a moment in words; undefined unless it is in the last day.
 * @param isShort whether units are abbreviated
 */
export const ageOf = (moment: Date, isShort: boolean): string | undefined => {
  const minutes = Math.floor((Date.now() - moment.getTime()) / 60_000)
  // The clock of the device may be slow.
  if (minutes < -5 || minutes >= 24 * 60) return undefined
  if (minutes < 1) return justNow
  const printer = isShort ? shortAges : ages
  return minutes < 60 ? printer.format(-minutes, 'minute') : printer.format(-Math.floor(minutes / 60), 'hour')
}
