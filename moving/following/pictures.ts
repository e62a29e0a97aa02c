/** Brings the pictures of followed posts into the archive, before the posts are stored. */
import type { Copies, SourcePost } from '../../db/copies/index.ts'
import { MAX_CONTENT } from '../../schemas/post.ts'
import { picturesIn } from '../pictures/markup.ts'
import { pictureMover, type PicturesOptions } from '../pictures/index.ts'

type FollowedPictures = Omit<PicturesOptions, 'folder' | 'isLasting' | 'maxTime' | 'maxPictures'>

/**
 * Milliseconds after which the pictures of a post that are still missing stay at their source, because later changes
 * wait.
 */
const MAX_TIME = 30_000
const LIMITS = { isLasting: true, maxTime: MAX_TIME, maxPictures: 100 }

/** Returns whether the database would refuse the texts of a post. They may be too long to look for pictures, too. */
const isTooLong = ({ content, metaText = '' }: SourcePost) =>
  content.length > MAX_CONTENT || metaText.length > MAX_CONTENT

/** Returns a store that brings the pictures of posts into the archive. No transaction waits for a picture. */
export const withPictures = (store: Copies, options: FollowedPictures): Copies => {
  // Most sources have no pictures for hours, so the memory is taken with the first one.
  let mover: ReturnType<typeof pictureMover> | undefined
  return {
    ...store,
    async apply(hold, change) {
      const { post, refusal } = change
      const { uuid } = post
      const isCopied = refusal === undefined && post.state === 'published' && !isTooLong(post)
      if (!isCopied || picturesIn(post).length === 0) return store.apply(hold, change)
      const isElsewhere = uuid !== undefined && (await store.foreign(hold, [uuid])).size > 0
      if (isElsewhere) return store.apply(hold, change)
      mover ??= pictureMover({ ...options, folder: undefined, ...LIMITS })
      const { post: moved, losses, mayRetry } = await mover(post)
      // A process that takes over brings the pictures that were interrupted.
      if (options.signal.aborted) return 'lost'
      const { content, meta, metaText } = moved
      // Without a mark, the next comparison reads the post again.
      const mark = mayRetry ? undefined : post.mark
      const allLosses = [...(post.losses ?? []), ...losses.map(({ why }) => `${why} It stays at the source.`)]
      const local = { content, meta, metaText }
      const outcome = await store.apply(hold, { ...change, post: { ...post, mark, losses: allLosses, local } })
      return mayRetry && outcome === 'parked' ? 'unfinished' : outcome
    }
  }
}
