/** Responses of oEmbed 1.0 (https://oembed.com): how other sites show the address of a live blog. */
import { Type, type Static } from 'typebox'
import type { LiveBlog } from '../../db/posts/live.ts'
import { blogAddress, idIn } from '../pages/addresses.ts'
import { escapeHtml } from '../representation/escape.ts'
import type { PageDocument } from '../pages/index.ts'
import { DECLARATION, elementWith, escapeText } from '../representation/xml.ts'

export const OembedQuery = Type.Object({
  url: Type.String({ description: 'Address of a live blog of this service' }),
  format: Type.String({ default: 'json', description: 'json or xml' }),
  maxwidth: Type.Optional(Type.String({ description: 'Width of the space for the frame, in pixels' })),
  maxheight: Type.Optional(Type.String({ description: 'Height of the space for the frame, in pixels' }))
})
export type OembedQuery = Static<typeof OembedQuery>

interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels. Sites that run no scripts of others show the frame at this size, and it scrolls inside. */
const SIZE: Size = { width: 600, height: 600 }
/** Seconds for which sites may keep a response. */
const CACHE_AGE = 3600

type WriteResponse = (base: string, blog: LiveBlog, siteName: string, size: Size) => PageDocument

/** Returns the writers of responses, by format. */
export const oembedTexts: ReadonlyMap<string, WriteResponse> = new Map([
  [
    'json',
    (base, blog, siteName, size) => ({
      type: 'application/json; charset=utf-8',
      text: JSON.stringify(responseOf(base, blog, siteName, size))
    })
  ],
  [
    'xml',
    (base, blog, siteName, size) => {
      const members = Object.entries(responseOf(base, blog, siteName, size))
      const contents = members.map(([name, value]) => elementWith(name)([], escapeText(String(value)))).join('')
      return { type: 'text/xml; charset=utf-8', text: DECLARATION + elementWith('oembed')([], contents) }
    }
  ]
])

/** Returns the size of a frame that is not larger than a site has room for. Limits that are no numbers don't count. */
export const sizeWithin = (maxWidth: string | undefined, maxHeight: string | undefined): Size => ({
  width: atMost(SIZE.width, maxWidth),
  height: atMost(SIZE.height, maxHeight)
})

const atMost = (size: number, max = '') => (/^[1-9]\d{0,8}$/.test(max) ? Math.min(size, Number(max)) : size)

/** Returns the id of the blog with an address; undefined if it is not the address of a live blog of this service. */
export const blogOfAddress = (address: string, base: string): number | undefined => {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, pathname } = new URL(address)
  const service = new URL(base)
  if (!/^https?:$/.test(protocol) || host !== service.host) return undefined
  const folder = service.pathname.replace(/\/$/, '')
  const [, id] = pathname.startsWith(folder) ? (/^\/live\/(\d+)\/?$/.exec(pathname.slice(folder.length)) ?? []) : []
  return idIn(id)
}

const responseOf = (base: string, blog: LiveBlog, siteName: string, { width, height }: Size) => ({
  type: 'rich',
  version: '1.0',
  title: blog.Title,
  provider_name: siteName,
  provider_url: `${base}/`,
  cache_age: CACHE_AGE,
  width,
  height,
  html:
    `<iframe src="${escapeHtml(`${blogAddress(base, blog.Id)}/embed`)}" title="${escapeHtml(blog.Title)}" ` +
    `width="${width}" height="${height}" style="border:0" loading="lazy"></iframe>`
})
