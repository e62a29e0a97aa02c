/** The identity of posts from services that give them none. */
import { createHash } from 'node:crypto'

/**
 * Returns the UUID of a post of another service (RFC 9562, version 8). It is the same whichever blog has a copy, so
 * blogs that follow each other recognise the post.
 * @param blogId the id of the blog at its service
 */
export const uuidOf = (blogId: string, postId: string): string => {
  const digest = createHash('sha256').update(`${blogId}\n${postId}`).digest()
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const digits = digest.toString('hex', 0, 16)
  return [8, 12, 16, 20, 32].map((end, part) => digits.slice([0, 8, 12, 16, 20][part], end)).join('-')
}

export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
