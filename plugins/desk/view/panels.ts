/** The lists of posts of the page, one of which is open. */
import type { Post } from './post.ts'

/** The places that the page shows, in their order. */
export const PANELS = ['timeline', 'submitted', 'drafts', 'comments', 'later'] as const
export type Panel = (typeof PANELS)[number]

/** Returns the panel with a name; the timeline for other values. */
export const panelNamed = (name: unknown): Panel => PANELS.find((panel) => panel === name) ?? 'timeline'

/** The kinds of lists in which the page shows posts. Each post is in one of them. */
export type Place = Panel | 'elsewhere'

/** Returns where a user finds a post. Drafts of colleagues that are not handed in are nowhere. */
export const placeOf = (post: Post, userId: number): Place => {
  if (post.IsPublished) return 'timeline'
  if (post.PublishOn !== undefined) return 'later'
  if (post.CommentSource !== undefined) return 'comments'
  if (post.SubmittedOn !== undefined) return 'submitted'
  return post.Creator.Id === userId ? 'drafts' : 'elsewhere'
}
