/** Changes of items in the version that the client has seen (RFC 9110, section 13.1.1). */
import { httpErrors } from '@fastify/sensible'
import { isCurrent, versionTag } from '../../plugins/cache/document.ts'

/** An item that is about to change. */
export interface Versioned<Item> {
  /** The name of the kind of item: `post`. */
  readonly what: string
  /** The request's If-Match. */
  readonly condition: string | undefined
  /** Reads the item as it is now, also after it was seen under another address. @throws HttpError 404 */
  readonly read: (seen?: Item) => Promise<Item>
}

/**
 * Changes an item in the version that If-Match names.
 * @param run changes the item if it still has a version; null stands for any. Gives undefined when it has not
 * @throws HttpError 404, or 412 when the item has another version
 */
export const inVersion = async <Item extends { readonly Version: number }, Done>(
  { what, condition, read }: Versioned<Item>,
  run: (version: number | null, item: Item) => Promise<Done | undefined>
): Promise<Done> => {
  const item = await read()
  const isSeen = isCurrent(condition, item.Version)
  const done = isSeen ? await run(condition === undefined ? null : item.Version, item) : undefined
  if (done === undefined) throw stale(what, (await read(item)).Version)
  return done
}

/**
 * The error for an item that somebody else has changed since the client read it (RFC 9110, section 15.5.13).
 * @param what names the kind of item: `post`
 * @param version its current one, which the answer names
 */
export const stale = (what: string, version: number) =>
  httpErrors.createError(412, `This ${what} has been changed since the version that If-Match names`, {
    headers: { etag: versionTag(version) }
  })
