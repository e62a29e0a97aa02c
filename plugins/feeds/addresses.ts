/** Addresses of a blog's pages and feeds, and links to the feeds from its other representations. */
import { httpErrors } from '@fastify/sensible'
import { Blog } from '../../schemas/blog.ts'
import type { AnyList, AnyModel } from '../../schemas/language/vocabulary.ts'
import { baseOfLinks, type LinkContext, type Row } from '../resources/representation/template.ts'

/** A link with `rel="alternate"`. */
export interface Alternate {
  readonly href: string
  readonly type: string
  readonly title: string
}

/**
 * Returns the id of a blog in an address.
 * @throws HttpError 404 if it can't be one: PostgreSQL refuses numbers beyond its integers
 */
export const blogIdIn = (segment: string): number => {
  if (!/^\d{1,9}$/.test(segment)) throw httpErrors.notFound('Blogs have numbers as ids')
  return Number(segment)
}

/** Returns the path of a blog's live page, below the base URL. */
export const livePath = (blogId: number): string => `/live/${blogId}`

/** Returns the feeds of a blog. @param base base URL, without a final slash */
export const feedsOf = (base: string, blogId: number): readonly Alternate[] => [
  { href: `${base}${livePath(blogId)}/atom`, type: 'application/atom+xml', title: 'Atom' },
  { href: `${base}${livePath(blogId)}/feed.json`, type: 'application/feed+json', title: 'JSON Feed' }
]

/**
 * Returns the feeds of a blog as the value of a `Link` header (RFC 8288); undefined for documents that are no blog, and
 * for hidden blogs, which have no feeds.
 */
export const feedLinks = (
  schemas: readonly (AnyModel | AnyList)[],
  { Id, DeletedOn }: Row,
  links: LinkContext
): string | undefined => {
  if (!schemas.includes(Blog) || typeof Id !== 'number' || DeletedOn !== undefined) return undefined
  return feedsOf(baseOfLinks(links), Id)
    .map(({ href, type, title }) => `<${href}>; rel="alternate"; type="${type}"; title="${title}"`)
    .join(', ')
}
