/** Rows of imported posts, as the database takes and returns them. */

/** A post of a source, ready to be stored, by column. Moments are texts in ISO 8601. */
export interface ImportedPost {
  readonly foreign_id: string
  readonly uuid: string
  /** Hashes of the states in which the source had the post. */
  readonly seen: readonly string[]
  readonly type: string
  readonly content: string
  readonly meta: string
  readonly byline: string | undefined
  readonly created_on: string
  readonly published_on: string | undefined
  readonly updated_on: string | undefined
  readonly deleted_on: string | undefined
  readonly withdrawn_on: string | undefined
  readonly submitted_on: string | undefined
  readonly publish_on: string | undefined
  readonly return_note: string | undefined
  readonly comment_source: string | undefined
  readonly is_key_point: boolean
  /** Position at the source, a decimal number. */
  readonly position: string
  /** State at the source. */
  readonly state: CopyState
}

/** The state of a post at its source, as `copied_posts` has it. */
export type CopyState = {
  readonly state?: string
  readonly isPinned?: boolean
  readonly isKeyPoint?: boolean
}

/** A change of a post that an earlier import has stored. */
export interface CopyChange extends Pick<
  ImportedPost,
  'foreign_id' | 'seen' | 'state' | 'type' | 'content' | 'meta' | 'byline'
> {
  readonly post: number
  /** Whether type, content, meta data and author are replaced. */
  readonly replaces: boolean
  readonly updated_on: string | undefined
  /** The new state, if the source has changed it. */
  readonly new_state: string | undefined
  readonly moment: string | undefined
  readonly is_key_point: boolean | undefined
  readonly unpins: boolean
}

/** A post that an import has stored before. */
export interface KnownCopy {
  readonly ForeignId: string
  readonly Post: number
  readonly Seen: readonly string[]
  readonly State: CopyState
  /** Whether somebody here has corrected the post. */
  readonly IsCorrected: boolean
  /** Whether readers see the post. */
  readonly IsShown: boolean
}
