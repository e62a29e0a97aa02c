/** Finds the blog whose rules apply to a request whose path has no blog id. */
import type { Access } from '../../plugins/authorization/rules.ts'

type BlogOf = NonNullable<Access['blogOf']>

/** Returns the blog id in the body's property `Blog`. */
export const blogInBody: BlogOf = async ({ body: { Blog } }) => (typeof Blog === 'number' ? Blog : undefined)

/**
 * Returns a function that finds the blog of the item at the requested path.
 * @param parameter name of the path parameter that holds the id of the item
 */
export const blogOfItem =
  (parameter: string, find: (id: number) => Promise<{ Blog?: number } | undefined>): BlogOf =>
  async ({ params: { [parameter]: id } }) =>
    typeof id === 'number' ? (await find(id))?.Blog : undefined
