/** The labels that the script of the live page needs. The page carries them as data. */
import type { Labels } from '../labels/labels.ts'

/** Id of the element with the labels. */
export const SCRIPT_LABELS = 'labels'

export type ScriptLabels = ReturnType<typeof scriptLabels>

/** Returns the labels that only the script shows. */
export const scriptLabels = (labels: Labels) => ({
  locale: labels.locale,
  newPosts: labels.forms('{count} new post', '{count} new posts'),
  pause: labels.text('Pause'),
  pauseUpdates: labels.text('Pause updates'),
  resume: labels.text('Resume'),
  resumeUpdates: labels.text('Resume updates'),
  copied: labels.text('Copied'),
  notLoaded: labels.text('This could not be loaded. Try again.'),
  justNow: labels.text('just now'),
  closed: labels.text('Closed'),
  picture: labels.text('Picture'),
  close: labels.text('Close'),
  previousPicture: labels.text('Previous picture'),
  nextPicture: labels.text('Next picture'),
  /** Reasons why a comment was not stored, by the status of the response. */
  refusals: refusalsIn(labels),
  notSent: labels.text('It could not be sent. Your text is still here: try again.'),
  states: {
    live: '',
    polling: labels.text('Updates arrive with a delay.'),
    waiting: labels.text('Reconnecting…'),
    ended: labels.text('Your session has ended. Load the page again.'),
    paused: labels.text('Updates are paused.'),
    closed: labels.text('This blog is closed. There will be no more updates.'),
    gone: labels.text('This blog is no longer here.')
  }
})

const refusalsIn = (labels: Labels): Readonly<Record<number, string>> => ({
  400: labels.text('Write a comment, and a name without < or >.'),
  403: labels.text('This blog takes no comments at the moment.'),
  409: labels.text('This blog is closed.'),
  429: labels.text('You have sent several comments. Try again in a few minutes.')
})
