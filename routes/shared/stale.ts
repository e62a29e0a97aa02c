/** If-Match: changes an item only if it still has the version that the client read (RFC 9110, section 13.1.1). */
import { httpErrors } from '@fastify/sensible'
import { isMatchingVersion, versionTag } from '../../plugins/cache/document.ts'
import type { Row } from '../../schemas/language/rows.ts'

/** An item that a request changes. */
export interface Versioned<Item> {
  /** The name of such an item in error texts: `post`. */
  readonly itemName: string
  /** The If-Match header of the request. */
  readonly condition: string | undefined
  /**
   * Reads the item as it is now.
   * @param lastRead the item as it was read before; its address may have changed since
   * @throws HttpError 404
   */
  readonly read: (lastRead?: Item) => Promise<Item>
}

/**
 * Changes an item if it has the version that If-Match names.
 * @param run changes the item if it still has the version, and returns undefined if not; null stands for any version
 * @throws HttpError 404, or 412 if the item has another version
 */
export const inVersion = async <Item extends { readonly Version: number }, Result>(
  { itemName, condition, read }: Versioned<Item>,
  run: (version: number | null, item: Item) => Promise<Result | undefined>
): Promise<Result> => {
  const item = await read()
  const isMatch = isMatchingVersion(condition, item.Version)
  const result = isMatch ? await run(condition === undefined ? null : item.Version, item) : undefined
  if (result === undefined) {
    const current = await read(item)
    throw staleVersion(itemName, current, current.Version)
  }
  return result
}

/**
 * Returns the error 412 for an item that has changed since the client read it (RFC 9110, section 15.5.13).
 * @param itemName name of such an item in the error text: `post`
 * @param item the item as it is now, for the page that shows a refused form again
 * @param version the current version, which the response has as its ETag
 */
export const staleVersion = (itemName: string, item: Row, version: number) =>
  httpErrors.createError(412, `This ${itemName} has been changed since the version that If-Match names`, {
    headers: { etag: versionTag(version) },
    item
  })
