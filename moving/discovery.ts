/** Finds the feeds and blogs that a web page links to, so that people can give the address that they know. */
import { parseHtml } from '../plugins/outgoing/html.ts'
import { recogniseAddress, SAMPLE } from './recognise.ts'

/** Media types of feeds, those that carry most first. */
const FEEDS: readonly string[] = ['application/atom+xml', 'application/feed+json', 'application/rss+xml']

/** The addresses that a page links to. */
export interface PageTargets {
  /** The blog of a Desk in its resource tree. */
  readonly blog: URL | undefined
  /** The feed that carries most. */
  readonly feed: URL | undefined
}

/** Returns the feeds and blogs that the beginning of a page links to. */
export const targetsOfPage = (bytes: Uint8Array, page: URL): PageTargets => {
  const feeds = new Map<string, URL>()
  let blog: URL | undefined
  parseHtml(Buffer.from(bytes.subarray(0, SAMPLE)).toString(), {
    onopentag(name, { rel = '', type = '', href = '' }) {
      const url = name === 'link' ? URL.parse(href, page) : null
      if (url === null) return
      const relations = rel.toLowerCase().split(/\s+/)
      const key = type.trim().toLowerCase()
      if (relations.includes('alternate') && !feeds.has(key)) feeds.set(key, url)
      const isBlog = relations.includes('describedby') && recogniseAddress(url.href)?.name === 'liveblog2'
      if (isBlog) blog ??= url
    }
  })
  const type = FEEDS.find((each) => feeds.has(each))
  return { blog, feed: type === undefined ? undefined : feeds.get(type) }
}
