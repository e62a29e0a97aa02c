/** Finds the feed of a web page, so that people can follow the address that they know. */
import { Parser } from 'htmlparser2'
import { SAMPLE } from '../recognise.ts'

/** Media types of feeds, those that carry most first. */
const TYPES: readonly string[] = ['application/atom+xml', 'application/feed+json', 'application/rss+xml']

/** Returns the address of the best feed that the beginning of a page links to; undefined if it links to none. */
export const feedOfPage = (bytes: Uint8Array, page: URL): URL | undefined => {
  const feeds = new Map<string, URL>()
  const parser = new Parser({
    onopentag(name, { rel = '', type = '', href = '' }) {
      const isFeed = name === 'link' && /(^|\s)alternate(\s|$)/i.test(rel)
      const url = isFeed ? URL.parse(href, page) : null
      const key = type.trim().toLowerCase()
      if (url !== null && !feeds.has(key)) feeds.set(key, url)
    }
  })
  parser.end(Buffer.from(bytes.subarray(0, SAMPLE)).toString())
  const type = TYPES.find((each) => feeds.has(each))
  return type === undefined ? undefined : feeds.get(type)
}
