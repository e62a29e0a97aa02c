/** Losses of an import that occur when it stores posts. */
import type { ForeignPost, Loss } from '../foreign.ts'

export const keptCorrection = (post: string): Loss => ({
  kind: 'loss',
  post,
  what: 'correction',
  why: 'The post was corrected here, so the later change at the source was not applied.'
})

export const notPinned = (post: string): Loss => ({
  kind: 'loss',
  post,
  what: 'pin',
  why: 'The post is not pinned: it is not published, or three posts of the blog are pinned.'
})

export const existingPost = (post: string): Loss => ({
  kind: 'loss',
  post,
  what: 'copy',
  why: 'The blog has this post already.'
})

/** Returns the loss of characters that could not be decoded, and so became U+FFFD, if a post has any. */
export const undecoded = ({ id: post, content }: ForeignPost): readonly Loss[] =>
  content.includes('\uFFFD')
    ? [{ kind: 'loss', post, what: 'characters', why: 'Characters of the content cannot be read: they are U+FFFD.' }]
    : []
