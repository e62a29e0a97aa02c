/** Finds the blog that a request is about where its address does not name it. */
import type { Access } from '../../plugins/authorization/index.ts'

type BlogOf = NonNullable<Access['blogOf']>

/** The blog that a body names. */
export const blogInBody: BlogOf = async ({ body: { Blog } }) => (typeof Blog === 'number' ? Blog : undefined)

/**
 * The blog of an item.
 * @param parameter that of the address that holds the item's id
 * @param find reads the item
 */
export const blogOfItem =
  (parameter: string, find: (id: number) => Promise<{ Blog: number } | undefined>): BlogOf =>
  async ({ params: { [parameter]: id } }) =>
    typeof id === 'number' ? (await find(id))?.Blog : undefined
