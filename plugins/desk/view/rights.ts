/**
 * Rights of a user to change a post, so that the page offers nothing that the service refuses. The service decides in
 * routes/blog-post-states.ts and routes/blog-post-edits.ts.
 */
import type { Post } from './post.ts'
import type { State } from './state.ts'

/** The parts of the state from which rights follow. */
export type Rights = Pick<State, 'me' | 'mayPost' | 'mayPublish' | 'blog'>

/** Returns whether a user may publish, withdraw, plan, pin and mark posts. */
export const mayDecide = ({ mayPublish, blog }: Rights): boolean => mayPublish && !blog.IsClosed

/** Returns whether a user may hand in, take back and delete a post: authors may do so with their drafts. */
export const mayHandle = (post: Post, rights: Rights): boolean => {
  const { me, mayPost, blog } = rights
  const isOwnDraft = post.Creator.Id === me.Id && !post.IsPublished
  return mayDecide(rights) || (isOwnDraft && mayPost && !blog.IsClosed)
}

/** Returns whether a user may change the text of a post. A planned draft belongs to those who publish. */
export const mayCorrect = (post: Post, rights: Rights): boolean =>
  mayDecide(rights) || (mayHandle(post, rights) && post.PublishOn === undefined)

/** Returns whether a user may move a post. Pinned posts are above the order. */
export const mayMove = (post: Post, rights: Rights): boolean =>
  mayDecide(rights) && post.IsPublished && post.PinnedOn === undefined
