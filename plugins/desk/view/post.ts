/** Posts as the page of a blog reads them: JSON documents with typed values, with the properties of `X-Filter=*`. */
import { isObject, type Row } from '../../../schemas/language/rows.ts'

export interface Post {
  readonly Id: number
  readonly CId: number
  readonly Order: number
  readonly IsPublished: boolean
  readonly Type: { readonly Key: string }
  readonly Creator: { readonly Id: number }
  /** The user who last corrected the post. The name is only there for a post in conflict with a correction. */
  readonly Editor?: { readonly Id: number; readonly FullName?: string; readonly Name?: string }
  readonly AuthorName: string
  readonly AuthorImage?: string
  /** May contain markup. */
  readonly Content: string
  /** A JSON object as text. */
  readonly Meta: string
  readonly CreatedOn: string
  readonly PublishedOn?: string
  readonly UpdatedOn?: string
  readonly SubmittedOn?: string
  readonly PublishOn?: string
  readonly PinnedOn?: string
  readonly WithdrawnOn?: string
  readonly IsKeyPoint?: boolean
  readonly ReturnNote?: string
  readonly CommentSource?: string
}

const NUMBERS = ['Id', 'CId', 'Order'] as const
const TEXTS = ['Content', 'Meta', 'CreatedOn'] as const

/** Returns whether a document is a post with the properties that the page shows. A deleted post has only a few. */
export const isPost = (row: Row): row is Row & Post =>
  NUMBERS.every((name) => typeof row[name] === 'number') &&
  TEXTS.every((name) => typeof row[name] === 'string') &&
  isObject(row.Type) &&
  isObject(row.Creator)

/** Returns whether a post was changed after readers saw it. An earlier change is no correction. */
export const isCorrected = ({ UpdatedOn, PublishedOn }: Post): boolean =>
  UpdatedOn !== undefined && PublishedOn !== undefined && Date.parse(UpdatedOn) > Date.parse(PublishedOn)
