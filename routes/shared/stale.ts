/** Changes that came too late. */
import { httpErrors } from '@fastify/sensible'
import { versionTag } from '../../plugins/cache/document.ts'

/**
 * The error for an item that somebody else has changed since the client read it (RFC 9110, section 15.5.13).
 * @param what names the kind of item: `post`
 * @param version its current one, which the answer names
 */
export const stale = (what: string, version: number) =>
  httpErrors.createError(412, `This ${what} has been changed since the version that If-Match names`, {
    headers: { etag: versionTag(version) }
  })
