/** Responses of oEmbed 1.0 (https://oembed.com): how other sites show the address of a live blog or of a post. */
import { Type, type Static } from 'typebox'
import type { Size } from '../../schemas/picture-stages.ts'
import { blogAddress, idIn } from '../pages/addresses.ts'
import { escapeHtml } from '../representation/escape.ts'
import type { PageDocument } from '../pages/index.ts'
import type { Picture } from '../pages/media.ts'
import { DECLARATION, elementWith, textElement } from '../representation/xml.ts'

export const OembedQuery = Type.Object({
  url: Type.String({ description: 'Address of a live blog of this service, or of a post' }),
  format: Type.String({ default: 'json', description: 'json or xml' }),
  maxwidth: Type.Optional(Type.String({ description: 'Width of the space for the frame, in pixels' })),
  maxheight: Type.Optional(Type.String({ description: 'Height of the space for the frame, in pixels' }))
})
export type OembedQuery = Static<typeof OembedQuery>

/** Pixels. Sites that run no scripts of others show the frame at this size, and it scrolls inside. */
const SIZES = { blog: { width: 600, height: 600 }, post: { width: 600, height: 400 } } as const
/** Pixels. A larger picture is no thumbnail. */
const MAX_THUMBNAIL = 4096
/** Seconds for which sites may keep a response. */
const CACHE_AGE = 3600

/** The ids in the address of a blog, or of a post in it. */
interface EmbeddedIds {
  readonly blogId: number
  readonly postId?: number | undefined
}

/** The blog or post that an address shows. */
export interface EmbeddedItem extends EmbeddedIds {
  readonly title: string
  /** Author of the post. */
  readonly author?: string
  readonly picture?: Picture | undefined
}

/** Functions that write a response, by format. */
export const oembedWriters: ReadonlyMap<string, (response: object) => PageDocument> = new Map([
  ['json', (response) => ({ type: 'application/json; charset=utf-8', text: JSON.stringify(response) })],
  [
    'xml',
    (response) => {
      const members = Object.entries(response).map(([name, value]) => textElement(name)(String(value)))
      return { type: 'text/xml; charset=utf-8', text: DECLARATION + elementWith('oembed')([], members.join('')) }
    }
  ]
])

/** Returns the size that fits a site, up to a maximum. Numbers of pixels that are not numbers don't count. */
export const roomOf = (maxWidth: string | undefined, maxHeight: string | undefined): Size => ({
  width: atMost(maxWidth),
  height: atMost(maxHeight)
})

const atMost = (max = '') => (/^[1-9]\d{0,8}$/.test(max) ? Math.min(MAX_THUMBNAIL, Number(max)) : MAX_THUMBNAIL)

/** Returns the ids in an address; undefined if it is not that of a live blog of this service, or of a post. */
export const idsAt = (address: string, base: string): EmbeddedIds | undefined => {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, pathname } = new URL(address)
  const service = new URL(base)
  if (!/^https?:$/.test(protocol) || host !== service.host) return undefined
  const folder = service.pathname.replace(/\/$/, '')
  const path = pathname.startsWith(folder) ? pathname.slice(folder.length) : ''
  const [, blog, post] = /^\/live\/(\d+)(?:\/post\/(\d+))?\/?$/.exec(path) ?? []
  const [blogId, postId] = [idIn(blog), idIn(post)]
  return blogId === undefined || (post !== undefined && postId === undefined) ? undefined : { blogId, postId }
}

/** Returns the address of the page that other sites show in a frame. */
const frameAddress = (base: string, { blogId, postId }: EmbeddedIds) =>
  `${blogAddress(base, blogId)}/embed${postId === undefined ? '' : `?post=${postId}`}`

/** Returns the members of a response. @param base base URL, without a final slash */
export const responseOf = (base: string, item: EmbeddedItem, siteName: string, room: Size) => {
  const wished = SIZES[item.postId === undefined ? 'blog' : 'post']
  const [width, height] = [Math.min(wished.width, room.width), Math.min(wished.height, room.height)]
  return {
    type: 'rich',
    version: '1.0',
    title: item.title,
    ...(item.author !== undefined && { author_name: item.author }),
    provider_name: siteName,
    provider_url: `${base}/`,
    cache_age: CACHE_AGE,
    ...thumbnailOf(item, room),
    width,
    height,
    html:
      `<iframe src="${escapeHtml(frameAddress(base, item))}" title="${escapeHtml(item.title)}" ` +
      `width="${width}" height="${height}" style="border:0" loading="lazy"></iframe>`
  }
}

/** Returns the members of a picture; none unless its size is known and fits, as oEmbed demands (section 2.3.4). */
const thumbnailOf = ({ picture }: EmbeddedItem, room: Size) => {
  const { address, size } = picture ?? {}
  return size === undefined || size.width > room.width || size.height > room.height
    ? {}
    : { thumbnail_url: address, thumbnail_width: size.width, thumbnail_height: size.height }
}
