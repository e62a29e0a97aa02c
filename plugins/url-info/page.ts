/** Extracts title, description and pictures from the HTML of a web page. */
import { unescape } from 'node:querystring'
import { DomUtils, parseDocument } from 'htmlparser2'
import { toXmlText } from '../../schemas/language/lexical.ts'
import type { URLInfoRow } from '../../schemas/url-info.ts'

const MAX_PICTURES = 10
/** Maximum length of a title or description, in characters. */
const MAX_TEXT = 1000

/**
 * Describes a page by its first bytes. The description of a file that is not HTML comes from its address only.
 * @param requestedUrl the URL that the client requested, which the description contains
 * @param url the URL after redirects, on which relative links in the page are based
 * @param type the Content-Type
 */
export const describePage = (requestedUrl: URL, url: URL, type: string, bytes: Buffer): URLInfoRow => {
  const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isHtml = media === 'text/html' || media === 'application/xhtml+xml'
  const fileName = unescape(
    url.pathname
      .split('/')
      .filter((segment) => segment !== '')
      .at(-1) ?? ''
  )
  return {
    URL: requestedUrl.href,
    ...(media !== '' && { ContentType: tidy(media) }),
    Title: tidy(fileName || url.host),
    Date: new Date(),
    Picture: [],
    ...(isHtml && readHtml(decode(bytes, type), url.href))
  }
}

/** Returns the properties of a page that are in its HTML. */
const readHtml = (text: string, url: string) => {
  const document = parseDocument(text)
  const attributesOf = (name: string) => DomUtils.getElementsByTagName(name, document).map(({ attribs }) => attribs)
  const base =
    attributesOf('base')
      .map(({ href }) => webAddress(href, url))
      .find(isPresent) ?? url
  const title = tidy(DomUtils.textContent(DomUtils.getElementsByTagName('title', document, true, 1)))
  const description = tidy(
    attributesOf('meta')
      .filter(({ name, property = '' }) => DESCRIPTION_NAMES.has((name ?? property).toLowerCase()))
      .map(({ content }) => content)
      .find(isPresent) ?? ''
  )
  const icon = attributesOf('link')
    .filter(({ rel = '' }) => rel.toLowerCase().split(/\s+/).includes('icon'))
    .map(({ href }) => webAddress(href, base))
    .find(isPresent)
  const pictures = attributesOf('img')
    .map(({ src }) => webAddress(src, base))
    .filter(isPresent)
  return {
    ...(title !== '' && { Title: title }),
    ...(description !== '' && { Description: description }),
    ...(icon !== undefined && { SiteIcon: icon }),
    Picture: [...new Set(pictures)].slice(0, MAX_PICTURES)
  }
}

const DESCRIPTION_NAMES: ReadonlySet<string> = new Set(['description', 'og:description'])

const isPresent = (text: string | undefined) => text !== undefined

/** Returns an address as an absolute URL; undefined if it is not http or https, such as `javascript:` or `data:`. */
const webAddress = (address: string | undefined, base: string): string | undefined => {
  if (address === undefined || address === '' || !URL.canParse(address, base)) return undefined
  const { protocol, href } = new URL(address, base)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

const tidy = (text: string) => toXmlText(text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT).toWellFormed())

/** Decodes bytes in the encoding that Content-Type or the first kilobyte of the page declares, or else as UTF-8. */
const decode = (bytes: Buffer, type: string): string => {
  const [, label = 'utf-8'] = CHARSET.exec(type) ?? CHARSET.exec(bytes.subarray(0, 1024).toString('latin1')) ?? []
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const CHARSET = /charset\s*=\s*["']?([\w-]+)/i
