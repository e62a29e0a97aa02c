/** The labels and times of this page. */
import { labellingOf } from './labelling.ts'

export const { labels, moments, ageOf, postsInWords, refreshTimes } = labellingOf(document)
