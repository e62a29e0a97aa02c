/** The pages of an exported site that the service does not have. */
import { escapeHtml } from '../../plugins/representation/escape.ts'
import { DECLARATION, elementWith, escapeText } from '../../plugins/representation/xml.ts'

/** Returns a page that leads to the blog. @param file path of the blog's page */
export const startPage = (title: string, file: string): string =>
  `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${escapeHtml(file)}">
<title>${escapeHtml(title)}</title>
</head>
<body><a href="${escapeHtml(file)}">${escapeHtml(title)}</a></body>
</html>
`

const urlset = elementWith('urlset', 'xmlns')
const url = elementWith('url')
const loc = elementWith('loc')

/** Returns a list of pages for search engines (https://www.sitemaps.org/protocol.html). */
export const sitemap = (addresses: readonly string[]): string =>
  DECLARATION +
  urlset(
    ['http://www.sitemaps.org/schemas/sitemap/0.9'],
    addresses.map((address) => url([], loc([], escapeText(address)))).join('')
  )
