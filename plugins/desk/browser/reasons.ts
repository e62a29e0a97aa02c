/** Why requests fail, for people: what has happened, and what to do. The texts of the interface are for programs. */
import { isObject } from '../../../schemas/language/rows.ts'
import type { Answer } from './interface.ts'

/** A reason for refusals with a status, of which a named property or the detail begins with a text. */
type Reason = readonly [status: number, begin: string, reason: string]

/** The first one that fits counts. */
const REASONS: readonly Reason[] = [
  [400, 'Content', 'The text is empty or too long. Change it, and send it again.'],
  [400, 'Meta', 'The fields above the text are too long. Shorten them, and send it again.'],
  [400, 'PublishOn', 'The time must be in the coming twelve months. Choose another one.'],
  [400, 'Note', 'The note is too long. Shorten it, and return the draft again.'],
  [400, '', 'This cannot be stored as it is. Change it, and send it again.'],
  [401, '', 'Your session has ended. Log in at the lower edge of the page.'],
  [403, '', 'You may not do this in this blog. Ask somebody who publishes in it.'],
  [404, '', 'This no longer exists: somebody has deleted it.'],
  [409, 'This blog is closed', 'This blog is closed. Ask somebody who publishes in it to open it again.'],
  [409, 'Three posts', 'Three posts are pinned already. Unpin one of them first.'],
  [409, 'This comment', 'Its sender is no longer known, and cannot be blocked. Choose “Reject”.'],
  [409, '', 'A colleague was faster: this post is different now. Look at it, and try again.'],
  [412, '', 'A colleague was faster: this post is different now. Look at it, and try again.'],
  [413, '', 'This is too long. Shorten it, or make two posts.'],
  [422, '', 'This was not sent again, because it has changed meanwhile. Send it once more.'],
  [429, '', 'The service has too much to do. Try again in a minute.'],
  [503, '', 'The service has too much to do. Try again in a minute.']
]

const PICTURES: readonly Reason[] = [
  [400, 'file cannot', 'This file is damaged or incomplete. Choose another copy.'],
  [400, 'file', 'This picture has too many pixels. Choose a smaller copy.'],
  [403, '', 'You may not send pictures. Ask those who look after the accounts.'],
  [413, '', 'This file is too large. Choose a smaller copy.'],
  [415, '', 'This is no picture that all browsers show. Save it as JPEG or PNG, and choose that file.'],
  [429, '', 'You have sent as many pictures as an hour allows. Remove this one, or send it later.']
]

/** Says that a request can be sent again. */
export const NO_CONNECTION = 'There is no connection. Try again.'

const UNKNOWN = 'This did not work. Load the page again; if it fails again, tell those who look after the service'

/** Returns why a request has failed. */
export const reasonOf = ({ status, document }: Answer, reasons: readonly Reason[] = REASONS): string => {
  if ([0, 502, 504].includes(status)) return NO_CONNECTION
  const errors = Array.isArray(document.errors) ? document.errors.filter(isObject) : []
  const texts = [...errors.map(({ place, reason }) => `${String(place)} ${String(reason)}`), String(document.detail)]
  const [, , reason] =
    reasons.find(([each, begin]) => each === status && texts.some((text) => text.startsWith(begin))) ?? []
  return reason ?? `${UNKNOWN} (${status}).`
}

/** Returns why the service has not taken a picture. */
export const pictureReasonOf = (answer: Answer): string => reasonOf(answer, [...PICTURES, ...REASONS])
