/** Losses of an import that occur when it stores posts. */
import { lost, type ForeignPost, type Loss } from '../foreign.ts'

export const keptCorrection = (post: string): Loss =>
  lost(post, 'correction', 'The post was corrected here, so the later change at the source was not applied.')

export const notPinned = (post: string): Loss =>
  lost(post, 'pin', 'The post is not pinned: it is not published, or three posts of the blog are pinned.')

export const existingPost = (post: string): Loss => lost(post, 'copy', 'The blog has this post already.')

/** Returns the loss of characters that could not be decoded, and so became U+FFFD, if a post has any. */
export const undecoded = ({ id: post, content }: ForeignPost): readonly Loss[] =>
  content.includes('\uFFFD')
    ? [lost(post, 'characters', 'Characters of the content cannot be read: they are U+FFFD.')]
    : []
