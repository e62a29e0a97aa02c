/** Comments of readers: which blogs take them, and how pages send them. */
import type { LiveBlog } from '../../db/posts/live.ts'
import { membersIn } from '../../schemas/language/rows.ts'
import { formAddress } from '../origin/browsers.ts'

/** Returns whether the settings of a blog let readers send comments. */
export const acceptsComments = (embedConfig = '{}'): boolean => membersIn(embedConfig).UserComments === true

/** The form for comments on a page. */
export interface CommentForm {
  readonly action: string
  /** Whether the page confirms that a comment has arrived. */
  readonly isSent: boolean
}

/** The value of the parameter `comment` in the address of the page that confirms a comment. */
export const SENT = 'sent'

/**
 * Returns the form for comments on the pages of a blog; undefined if the blog takes none now.
 * @param blogUrl address of the blog in the resource tree
 */
export const commentFormOf = (
  { Id, EmbedConfig, LiveOn, ClosedOn }: LiveBlog,
  blogUrl: string,
  isSent: boolean
): CommentForm | undefined =>
  LiveOn === undefined || ClosedOn !== undefined || !acceptsComments(EmbedConfig)
    ? undefined
    : { action: formAddress(`${blogUrl}/Comment/Post`, 'POST', undefined, `/live/${Id}?comment=${SENT}#ask`), isSent }
