/** Explains failed requests to people, with advice. The texts of the interface are for programs. */
import type { Row } from '../../../schemas/language/rows.ts'
import { itemsIn } from './items.ts'

/** The answer to a request that failed. */
interface Failure {
  /** 0 without a response. */
  readonly status: number
  readonly document: Row
}

/** A reason for refusals with a status, of which a named property or the detail begins with a text. */
type Reason = readonly [status: number, begin: string, reason: string]

/** The first one that fits counts. */
const REASONS: readonly Reason[] = [
  [400, 'Content', 'The text is empty or too long. Change it, and send it again.'],
  [400, 'Meta', 'The fields above the text are too long. Shorten them, and send it again.'],
  [400, 'PublishOn', 'The time must be in the coming twelve months. Choose another one.'],
  [400, '', 'This cannot be stored as it is. Change it, and send it again.'],
  [401, '', 'This was not done: your session has ended. Log in at the lower edge, and try again.'],
  [403, '', 'You may not do this in this blog. Ask somebody who publishes in it.'],
  [404, '', 'This no longer exists: somebody has deleted it.'],
  [409, 'This blog is closed', 'This blog is closed. Those who publish in it can open it again in its settings.'],
  [409, 'Three posts', 'Three posts are pinned already. Unpin one of them first.'],
  [409, 'This comment', 'Its sender is no longer known, and cannot be blocked. Choose “Reject”.'],
  [409, '', 'A colleague was faster: this post has changed. Check it, and try again.'],
  [412, '', 'A colleague was faster: this post has changed. Check it, and try again.'],
  [413, '', 'This is too long. Shorten it, or make two posts.'],
  [422, '', 'This was not sent again: it has changed meanwhile. Send it once more.'],
  [429, '', 'The service is busy. Try again in a minute.'],
  [503, '', 'The service is busy. Try again in a minute.']
]

const PICTURES: readonly Reason[] = [
  [400, 'file is empty', 'The file is empty. Choose another one.'],
  [400, 'file cannot', 'This file is damaged or incomplete. Choose another copy.'],
  [400, 'file has', 'Browsers do not play this video. Save it as MP4, and choose that.'],
  [400, 'file contains', 'This file says where it was recorded. Remove the place from it, and choose it again.'],
  [400, 'file', 'This picture has too many pixels. Choose a smaller copy.'],
  [403, '', 'You may not send files. Ask those who look after the accounts.'],
  [413, '', 'This file is too large. Choose a smaller copy.'],
  [
    415,
    '',
    'Not all browsers show this file. Save a picture as JPEG or PNG, sound as MP3, video as MP4, and choose that.'
  ],
  [429, '', 'You have sent too many files in an hour. Remove this one, and choose it again later.']
]

export const WRONG_VALUES = 'Nothing was stored. Correct what is marked, and send it again.'

/** For the forms of the pages around blogs: settings, people, profile. */
const FORMS: readonly Reason[] = [
  [400, '', WRONG_VALUES],
  [403, '', 'You may not do this. Ask somebody who looks after the people of the newsroom.'],
  [404, '', 'This no longer exists: somebody has removed it. Open the page again.'],
  [
    409,
    'An item with these',
    'Nothing was stored: somebody has this already. Change what is marked, and send it again.'
  ],
  [409, 'A user has at most', 'You have as many tokens as one person may have. Revoke one of them first.'],
  [409, 'This request has made', 'The token is made, and can only be shown once. Revoke it, and make another one.'],
  [409, 'This blog is closed', 'This blog is closed. Open it again first.'],
  [409, 'Others are changing', 'Somebody else is changing this right now. Try again.'],
  [
    412,
    '',
    'Somebody else changed this after you opened the page, so nothing was stored. Your values are in the fields, and ' +
      'stored ones that differ are below. If you send yours again, they replace those.'
  ],
  [413, '', 'This is too long. Shorten it, and send it again.'],
  [429, '', 'The service is busy. Try again in a minute.'],
  [503, '', 'The service is busy. Try again in a minute.']
]

/** Endings of sentences that begin with the label of a field, by the beginning of the interface's text. */
const FIELDS: readonly (readonly [begin: string, reason: string])[] = [
  ['must have at least 1 ', 'must not be empty'],
  ['is already taken', 'belongs to somebody else; choose another one'],
  ['is not the current password', 'is not the password with which you log in'],
  ['is not the id of', 'is not in the list; choose one from it'],
  ['must be a whole number', 'is not in the list; choose one from it']
]

/** Returns why a value was refused, as the end of a sentence that begins with the label of its field. */
export const fieldReasonOf = (reason: string): string => {
  const [, own = reason] = FIELDS.find(([begin]) => reason.startsWith(begin)) ?? []
  return own
}

/** Says that a request can be sent again. */
export const NO_CONNECTION = 'There is no connection. Try again.'

const UNKNOWN = 'This did not work. Load the page again, or tell those who look after the service'

/** Returns why a request has failed. */
export const reasonOf = (failure: Failure, reasons: readonly Reason[] = REASONS): string =>
  [0, 502, 504].includes(failure.status)
    ? NO_CONNECTION
    : (knownReason(failure, reasons) ?? `${UNKNOWN} (${failure.status}).`)

const knownReason = ({ status, document }: Failure, reasons: readonly Reason[]): string | undefined => {
  const errors = itemsIn(document, 'errors')
  const texts = [...errors.map(({ place, reason }) => `${String(place)} ${String(reason)}`), String(document.detail)]
  const [, , reason] =
    reasons.find(([each, begin]) => each === status && texts.some((text) => text.startsWith(begin))) ?? []
  return reason
}

/** Returns why the service has not taken a file. */
export const pictureReasonOf = (failure: Failure): string => reasonOf(failure, [...PICTURES, ...REASONS])

/** Returns why the service has refused a form. */
export const formReasonOf = (failure: Failure): string => knownReason(failure, FORMS) ?? String(failure.document.detail)
