/** Extracts title, description and pictures from the HTML of a web page. */
import { unescape } from 'node:querystring'
import { toXmlText } from '../../schemas/language/lexical.ts'
import type { URLInfoRow } from '../../schemas/url-info.ts'
import { linkedAddress } from '../outgoing/addresses.ts'
import { parseHtml } from '../outgoing/html.ts'

const MAX_PICTURES = 10
/** Elements of a name that are looked at. */
const MAX_ELEMENTS = 1000
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
  const { firstTitle, attributesOf } = partsOf(text)
  const base =
    attributesOf('base')
      .map(({ href }) => webAddress(href, url))
      .find(isPresent) ?? url
  const title = tidy(firstTitle)
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

type Attributes = Readonly<Record<string, string>>

/** Returns the text of the first title, and a function that returns the attributes of all elements with a name. */
const partsOf = (html: string) => {
  const elements = new Map<string, Attributes[]>(['base', 'meta', 'link', 'img', 'title'].map((name) => [name, []]))
  const attributesOf = (name: string) => elements.get(name) ?? []
  let firstTitle = ''
  let isInTitle = false
  parseHtml(html, {
    onopentag: (name, attributes) => {
      isInTitle ||= name === 'title' && attributesOf('title').length === 0
      const others = attributesOf(name)
      if (others.length < MAX_ELEMENTS) others.push(attributes)
    },
    ontext: (text) => {
      if (isInTitle) firstTitle += text
    },
    onclosetag: (name) => {
      isInTitle &&= name !== 'title'
    }
  })
  return { firstTitle, attributesOf }
}

const DESCRIPTION_NAMES: ReadonlySet<string> = new Set(['description', 'og:description'])

const isPresent = (text: string | undefined) => text !== undefined

/** Returns an address as an absolute URL; undefined if it is not http or https, such as `javascript:` or `data:`. */
const webAddress = (address = '', base: string): string | undefined => {
  const url = address === '' ? undefined : linkedAddress(address, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined
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
