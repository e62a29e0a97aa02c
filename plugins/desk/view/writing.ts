/** Texts that people write, with their pictures, until the service has stored them. */
import type { Row } from '../../../schemas/language/rows.ts'
import type { ContentPicture } from './content.ts'
import type { Post } from './post.ts'

/** A picture, sound or video that a post will contain. */
export interface Picture extends ContentPicture {
  readonly key: string
  readonly name: string
  /** Part of the file that has been sent, from 0 to 1; undefined before it begins. */
  readonly progress?: number
  /** Why the service refused the file. */
  readonly reason?: string
}

/** A picture that was uploaded before. */
export interface StoredPicture {
  readonly id: number
  readonly name: string
  readonly address: string
  /** Address of a small copy. */
  readonly thumbnail: string
  readonly width?: number
  readonly height?: number
}

/** A page of the pictures that were uploaded before. */
export interface ArchivePage {
  /** Key of the draft that gets the chosen pictures. */
  readonly draft: string
  /** Text that the names of the pictures contain. */
  readonly search: string
  /** Number of newer pictures, which are on earlier pages. */
  readonly offset: number
  readonly pictures?: readonly StoredPicture[]
  readonly hasMore?: boolean
  /** Why the page has no pictures to show. */
  readonly reason?: string
}

/** A post that is being written or corrected. */
export interface Draft {
  /** Names the draft within the page. */
  readonly key: string
  readonly type: string
  readonly text: string
  /** The text as the editor for rich text has it, if it was written there. `text` then has its tags. */
  readonly markup?: string
  /** Values of the fields of the type. */
  readonly fields: Readonly<Record<string, string>>
  readonly pictures: readonly Picture[]
  /** Members of the stored post's meta data that belong to no field. They stay as they are. */
  readonly others?: Row
  /** The page at an address in the text that becomes a card, once the service has been asked. */
  readonly card?: Card
}

/** The page at an address that becomes a card. */
export interface Card {
  readonly address: string
  /** Its title and description. */
  readonly fields: Readonly<Record<string, string>>
  /** Why it has no title. */
  readonly reason?: string
  /** Whether the service is asked again when the post is sent: it could not be reached. */
  readonly isOpen?: boolean
}

/** The post that a correction changes, and its values when the correction began. */
export interface Target {
  readonly post: number
  readonly base: Post
}

/** A correction of a post that has not been stored. */
export interface Correction extends Target {
  readonly draft: Draft
  /** The post as it was when the correction began, if its values have been stored or compared since. */
  readonly begun?: Post | undefined
  /** The post as somebody else has stored it meanwhile. */
  readonly theirs?: Post
  /** Why the service refused it. */
  readonly reason?: string | undefined
}

/** Returns the post as it was when a correction began. */
export const begunFrom = ({ begun, base }: Pick<Correction, 'begun' | 'base'>): Post => begun ?? base

/** The purpose of a new post: `submit` hands it in, `later` plans it. */
export type Intent = 'publish' | 'submit' | 'draft' | 'later'

/** The purpose of a correction: `release` also publishes the post. */
export type CorrectionIntent = 'correct' | 'release'

/** A request that waits until the service has answered it. */
export interface Outgoing {
  /** Whether it waits visibly. If it is refused before, its text comes back into the box. */
  readonly isShown?: boolean
  /** The idempotency key of this attempt. A new attempt after a refusal has a new one. */
  readonly key: string
  /** When its author sent it, in milliseconds since 1970. */
  readonly on?: number
  readonly intent: Intent | CorrectionIntent
  /** The time to publish, for the intent `later`. */
  readonly at?: string
  readonly draft: Draft
  /** The post that is corrected; undefined for new posts. */
  readonly target?: Target
  /** Why the service refused it. It then waits for its author. */
  readonly reason?: string
}

export const emptyDraft = (key: string): Draft => ({ key, type: 'normal', text: '', fields: {}, pictures: [] })
