/** Finds out what a web page says of itself. */
import { Parser } from 'htmlparser2'
import { toXmlText } from '../../schemas/language/lexical.ts'
import type { URLInfoRow } from '../../schemas/url-info.ts'

const MAX_PICTURES = 10
const MAX_TEXT = 1000

/**
 * Describes a page by its first bytes. Of what is no HTML only the address is looked at.
 * @param asked the address it was asked for by, which the description keeps
 * @param url the address it came from, which its own links start from
 * @param type its Content-Type
 */
export const describePage = (asked: URL, url: URL, type: string, bytes: Buffer): URLInfoRow => {
  const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const html = media === 'text/html' || media === 'application/xhtml+xml' ? readHtml(decode(bytes, type), url) : { pictures: [] }
  const title = html.title ?? (decodeSafely(url.pathname.split('/').filter((segment) => segment !== '').at(-1) ?? '') || url.host)
  return {
    URL: asked.href,
    ...media !== '' && { ContentType: tidy(media) },
    ...html.description !== undefined && { Description: html.description },
    ...html.icon !== undefined && { SiteIcon: html.icon },
    Title: tidy(title),
    Date: new Date(),
    Picture: html.pictures
  }
}

interface Html { title?: string | undefined, description?: string | undefined, icon?: string | undefined, pictures: string[] }

const readHtml = (text: string, url: URL): Html => {
  let title: string | undefined
  let description: string | undefined
  let icon: string | undefined
  let base = url
  let inTitle = false
  const pictures = new Set<string>()
  const parser = new Parser({
    onopentag (name, attributes) {
      if (name === 'title' && title === undefined) { inTitle = true; title = '' }
      if (name === 'base' && base === url) base = absolute(attributes.href, url) ?? url
      if (name === 'meta' && DESCRIBING.has((attributes.name ?? attributes.property ?? '').toLowerCase())) description ??= attributes.content
      if (name === 'link' && (attributes.rel ?? '').toLowerCase().split(/\s+/).includes('icon')) icon ??= absolute(attributes.href, base)?.href
      if (name === 'img' && pictures.size < MAX_PICTURES) {
        const picture = absolute(attributes.src, base)
        if (picture !== undefined) pictures.add(picture.href)
      }
    },
    // A title in a picture drawn within the page is the picture's.
    ontext (part) { if (inTitle) title = (title ?? '') + part },
    onclosetag (name) { if (name === 'title') inTitle = false }
  }, { decodeEntities: true })
  parser.end(text)
  return { title: presence(title), description: presence(description), icon, pictures: [...pictures] }
}

const DESCRIBING: ReadonlySet<string> = new Set(['description', 'og:description'])

/** An address on the web, undefined when it is something else, such as a script or inlined data. */
const absolute = (address: string | undefined, base: URL): URL | undefined => {
  if (address === undefined || address === '' || !URL.canParse(address, base.href)) return undefined
  const url = new URL(address, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined
}

const tidy = (text: string) => toXmlText(text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT).toWellFormed())
const presence = (text: string | undefined) => text === undefined || text.trim() === '' ? undefined : tidy(text)

const decodeSafely = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

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
