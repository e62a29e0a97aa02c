/** Posts that have left a list: what still shows of them, so that clients remove them. */
import type { PostRow } from '../../schemas/post.ts'

/** A post that has left a list, with only the properties that tell clients to remove it. */
export type TrimmedPost = ReturnType<typeof trim>

/** A post with the number of its last change that readers could see; undefined if it was never published. */
export type NumberedPost = PostRow & { readonly PublishedCId?: number }

/** Returns a post as a list shows it. @param isTrimmed whether it has left the list */
export const asListed = ({ PublishedCId, ...post }: NumberedPost, isTrimmed: boolean): PostRow | TrimmedPost =>
  // Later changes, to a draft that was published once, are not for readers. Other lists trim no drafts.
  isTrimmed ? trim({ ...post, CId: PublishedCId ?? post.CId }) : post

/** Returns the properties of a post that tell clients to remove it from a list. */
export const trim = ({ Id, Blog, IsPublished, CId, DeletedOn }: PostRow) => ({
  Id,
  Blog,
  IsPublished,
  CId,
  ...(DeletedOn !== undefined && { DeletedOn }),
  Trimmed: true as const
})
