/** Addresses of a blog's feeds, and links to them from its other representations. */
import { Blog } from '../../schemas/blog.ts'
import type { AnyList, AnyModel } from '../../schemas/language/vocabulary.ts'
import { blogAddress } from '../pages/addresses.ts'
import { baseOfLinks, type LinkContext } from '../representation/template.ts'
import type { Row } from '../../schemas/language/rows.ts'

/** A link with `rel="alternate"`. */
export interface Alternate {
  readonly href: string
  readonly type: string
  readonly title: string
}

/** Returns the feeds of a blog. @param base base URL, without a final slash */
export const feedsOf = (base: string, blogId: number): readonly [atom: Alternate, json: Alternate] => [
  { href: `${blogAddress(base, blogId)}/atom`, type: 'application/atom+xml', title: 'Atom' },
  { href: `${blogAddress(base, blogId)}/feed.json`, type: 'application/feed+json', title: 'JSON Feed' }
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
