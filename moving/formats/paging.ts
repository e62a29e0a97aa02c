/** Links between the pages of a feed (RFC 5005), as the readers of feeds collect them. */
import { linkedAddress } from '../../plugins/outgoing/addresses.ts'
import type { XmlElement } from './xml.ts'

/** Addresses of other pages by relation, such as `next`. */
export type PageLinks = Map<string, string>

export const ATOM = 'http://www.w3.org/2005/Atom'

/** Remembers where an element of a feed leads, if it is a link to another page. */
export const collectLink = ({ name, uri, attributes, parent }: XmlElement, links: PageLinks) => {
  const { rel, href, base = parent?.attributes.base } = attributes
  if (name !== 'link' || uri !== ATOM || rel === undefined || href === undefined || !EARLIER.includes(rel)) return
  links.set(rel, linkedAddress(href, base)?.href ?? href)
}

/** Relations of the page with earlier posts, the more precise one first. */
const EARLIER: readonly string[] = ['prev-archive', 'next']

/** Returns the address of the page with the posts before those of a page; undefined if it links to none. */
export const earlierPage = (links: PageLinks): string | undefined =>
  EARLIER.map((rel) => links.get(rel)).find((address) => address !== undefined)
