/** The labels and times of this page. */
import { labellingOf } from './labelling.ts'

export const labelling = labellingOf(document)
export const { labels, momentsNow, ageOf, refreshTimes } = labelling
