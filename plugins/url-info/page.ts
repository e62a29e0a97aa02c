/** Finds out what a web page says about itself. */
import { unescape } from 'node:querystring'
import { DomUtils, parseDocument } from 'htmlparser2'
import { toXmlText } from '../../schemas/language/lexical.ts'
import type { URLInfoRow } from '../../schemas/url-info.ts'

const MAX_PICTURES = 10
const MAX_TEXT = 1000

/**
 * Describes a page by its first bytes. Of anything but HTML only the address is looked at.
 * @param asked the address it was asked for by, which the description keeps
 * @param url the address it came from, which its own links start from
 * @param type its Content-Type
 */
export const describePage = (asked: URL, url: URL, type: string, bytes: Buffer): URLInfoRow => {
  const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isHtml = media === 'text/html' || media === 'application/xhtml+xml'
  const fileName = unescape(
    url.pathname
      .split('/')
      .filter((segment) => segment !== '')
      .at(-1) ?? ''
  )
  return {
    URL: asked.href,
    ...(media !== '' && { ContentType: tidy(media) }),
    Title: tidy(fileName || url.host),
    Date: new Date(),
    Picture: [],
    ...(isHtml && readHtml(decode(bytes, type), url.href))
  }
}

/** The properties of a page that its HTML gives. */
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
      .filter(({ name, property = '' }) => DESCRIBING.has((name ?? property).toLowerCase()))
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

const DESCRIBING: ReadonlySet<string> = new Set(['description', 'og:description'])

const isPresent = (text: string | undefined) => text !== undefined

/** An absolute address on the web; undefined for anything else, such as a script or inlined data. */
const webAddress = (address: string | undefined, base: string): string | undefined => {
  if (address === undefined || address === '' || !URL.canParse(address, base)) return undefined
  const { protocol, href } = new URL(address, base)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

const tidy = (text: string) => toXmlText(text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT).toWellFormed())

/** Reads bytes in the encoding that Content-Type or the page's first kilobyte names, else as UTF-8. */
const decode = (bytes: Buffer, type: string): string => {
  const [, label = 'utf-8'] = CHARSET.exec(type) ?? CHARSET.exec(bytes.subarray(0, 1024).toString('latin1')) ?? []
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const CHARSET = /charset\s*=\s*["']?([\w-]+)/i
