/** The news of a list: its changes, and the state of the connection. */

/**
 * `live` while the stream is open, `polling` if only polls succeed, `waiting` if neither does; at the end `closed` or
 * `gone` if the blog is, `ended` if the session is over.
 */
export type State = 'live' | 'polling' | 'waiting' | End
export type End = 'closed' | 'gone' | 'ended'

/** A document of a list, or an event of its stream, which has one item. */
export interface Parsed<Item> {
  /** The items with their change numbers, in any order. */
  readonly items: readonly (readonly [number: number, item: Item])[]
  /** Number of the newest change that the document shows; undefined in an event. */
  readonly last?: number | undefined
  /** Whether the list has more changes than the document shows. */
  readonly hasMore?: boolean
}

export type News<Item> =
  | {
      /** Changed items, the oldest change first. */
      readonly items: readonly Item[]
      /** Number of the last change. A client that continues later asks for the changes after it. */
      readonly cursor: number
      /** Whether further changes follow at once. */
      readonly hasMore: boolean
    }
  | { readonly state: State }
  /** The version of the blog itself, whose title, look or state has changed; undefined if it may have changed. */
  | { readonly version: number | undefined }
  /** The service calls the request wrong, with a problem document. It is sent again: a proxy may have answered. */
  | { readonly refusal: string }
  /** The service no longer knows the cursor, as after a backup was restored. All items follow, from the first. */
  | { readonly isReset: true }
