/** Tells crawlers what to leave alone (RFC 9309), and where the lists of pages are. */

/**
 * Pages that no search engine should list, and the resource tree: every page of it leads to more pages, so crawlers
 * would read all of them. Live pages are complete without it.
 */
const DISALLOWED = ['/resources', '/desk', '/login', '/oembed', '/live/search', '/live/*/search']

/** Returns the text of robots.txt. @param base base URL, without a final slash */
export const robots = (base: string): string => {
  const path = new URL(base).pathname.replace(/\/$/, '')
  return [
    'User-agent: *',
    `Allow: ${path}/live`,
    ...DISALLOWED.map((each) => `Disallow: ${path}${each}`),
    '',
    `Sitemap: ${base}/sitemap.xml`,
    `Sitemap: ${base}/news-sitemap.xml`,
    ''
  ].join('\n')
}
