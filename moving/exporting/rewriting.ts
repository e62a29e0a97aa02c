/** Rewrites the documents of a blog for a site without a server: links lead from file to file. */
import { posix } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'

/** The addresses of a blog that become files, with the names of the files. */
export interface Site {
  /** The base URL that the documents have, without a final slash. */
  readonly served: string
  /** The base URL that replaces it, without a final slash. */
  readonly base: string
  readonly blogId: number
  /** The beginning of the names of all uploaded files of this installation. */
  readonly prefix: string
}

/** A document, and the paths of the documents and files that it needs. */
export interface Rewritten {
  readonly text: string
  readonly paths: readonly string[]
}

/** Returns the file for a path of the service, such as `live/1/index.html` for `/live/1`. */
export const fileFor = (path: string): string => {
  const plain = path.slice(1).replace(/\?.*/, '')
  if (/\/atom(\/[\d-]+)?$/.test(plain)) return `${plain}.xml`
  return /\.\w+$/.test(plain) ? plain : `${plain}/index.html`
}

/** Returns the path of an address that becomes a file; undefined for others. */
const pathOf = (address: string, { served, blogId, prefix }: Site): string | undefined => {
  // Posts refer to uploaded files with the base URL that the service had when they were written.
  const [upload] = new RegExp(`/content/files/${prefix}[\\w.-]+$`).exec(address) ?? []
  if (upload !== undefined) return upload
  const path = address.startsWith(`${served}/`) ? address.slice(served.length) : address
  const inSite = new RegExp(`^/(pages/|content/|live/${blogId}($|[?#]|/(page|post|atom|feed|theme)\\b))`)
  return inSite.test(path) && PLAIN.test(path) ? path.replace(/[?#].*/, '') : undefined
}

/** Matches paths as the service writes them. With `..` in one from a post, its file would lie outside of the site. */
const PLAIN = /^(?:\/(?!\.{1,2}(?:[/?#]|$))[\w.-]+)+(?:[?#].*)?$/

const ADDRESSES = ['href', 'src', 'poster']

/**
 * Rewrites a page. Scripts and forms are left out: they would ask the service for changes, or send it comments. Links
 * and pictures of posts stay, also those to other pages of the same server.
 */
export const rewritePage = (html: string, path: string, site: Site): Rewritten => {
  const document = parseDocument(html)
  const folder = posix.dirname(fileFor(path))
  const paths: string[] = []
  for (const element of DomUtils.getElementsByTagName(() => true, document)) {
    if ('data-needs-service' in element.attribs) DomUtils.removeElement(element)
    for (const name of ADDRESSES) {
      const address = element.attribs[name]
      const target = address === undefined ? undefined : pathOf(address, site)
      if (address === undefined || address.startsWith('#') || element.attribs.rel === 'canonical') continue
      const isOfService = element.name === 'link' && target === undefined && address.startsWith(`${site.served}/`)
      if (element.name === 'script' || isOfService) {
        DomUtils.removeElement(element)
      } else if (target !== undefined) {
        paths.push(target)
        element.attribs[name] = posix.relative(folder, fileFor(target)) + (/#.*/.exec(address)?.[0] ?? '')
      }
    }
    rewritePictures(element, { folder, paths, site })
    for (const name of ['data-list', 'data-grows', 'data-since']) delete element.attribs[name]
  }
  return { text: withBase(DomUtils.getOuterHTML(document), site), paths }
}

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

interface PageContext {
  /** Folder of the page. */
  readonly folder: string
  /** Collects the paths of the files that the page needs. */
  readonly paths: string[]
  readonly site: Site
}

/** Rewrites the stages of a picture, and the pictures that a page names for search engines and other sites. */
const rewritePictures = ({ name, attribs, children }: Element, { folder, paths, site }: PageContext) => {
  const { srcset, property, type } = attribs
  const rewrite = (toAddress: (file: string) => string) => (address: string) => {
    const target = pathOf(address, site)
    if (target === undefined) return address
    paths.push(target)
    return toAddress(fileFor(target))
  }
  const wholeAddress = rewrite((file) => `${site.base}/${file}`)
  if (srcset !== undefined) {
    attribs.srcset = srcset.replaceAll(
      /(?<![^\s,])[^\s,]+(?=\s)/g,
      rewrite((file) => posix.relative(folder, file))
    )
  }
  if (property === 'og:image' && attribs.content !== undefined) attribs.content = wholeAddress(attribs.content)
  if (name !== 'script' || type !== 'application/ld+json') return
  for (const content of children) {
    if ('data' in content) content.data = content.data.replaceAll(/(?<=")[^"]+\/content\/[^"]+(?=")/g, wholeAddress)
  }
}

/** Rewrites a feed, whose links stay whole addresses. */
export const rewriteFeed = (text: string, site: Site): Rewritten => {
  const feeds = new RegExp(
    `(?<=")${escaped(site.served)}(/live/${site.blogId}/(?:atom|feed)(?:/[\\d-]+)?(?:\\.json)?)(?=")`,
    'g'
  )
  const paths = [...text.matchAll(feeds)].map(([, path = '']) => path)
  const whole = text
    .replace(`xml:base="${site.served}/"`, () => `xml:base="${site.base}/"`)
    .replace(feeds, (_all, path: string) => `${site.served}/${fileFor(path)}`)
  return { text: withBase(whole, site), paths }
}

/** Replaces the base URL of the addresses of a blog. Posts may name other addresses that begin with it. */
const withBase = (text: string, { served, base, blogId }: Site) =>
  text.replaceAll(new RegExp(`${escaped(served)}(?=/(?:live/${blogId}|content|pages)\\b)`, 'g'), () => base)

const escaped = (text: string) => text.replaceAll(/[^\w:/]/g, '\\$&')
