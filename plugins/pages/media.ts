/**
 * Pictures and videos of pages: their addresses, sizes and stages, and the services whose videos and posts newsrooms
 * embed. Scripts use this too, so it imports no part of the service.
 */
import {
  pictureAt,
  sharedCopyOf,
  sharedSize,
  stageOf,
  stageWidths,
  type Size,
  type StageFormat
} from '../../schemas/picture-stages.ts'

/** A picture of a page. */
export interface Picture {
  readonly address: string
  /** Describes the picture for those who do not see it; may be empty. */
  readonly alt: string
  /** Undefined if neither its address nor the post says it. */
  readonly size?: Size | undefined
}

/** Returns a picture as other sites show it with a link to a page: the copy that the archive has for them, if any. */
export const sharedPicture = (picture: Picture): Picture => {
  const { address, alt } = picture
  const named = pictureAt(address)
  if (named === undefined || named.formats.length === 0) return picture
  return { address: sharedCopyOf(address), alt, size: sharedSize(named) }
}

/** Returns a picture with its whole address, and the size that the address says if it says one. */
export const pictureFrom = ({ address, alt, size }: Picture, base: string): Picture => {
  const whole = wholeAddress(address, base)
  return { address: whole, alt, size: pictureAt(whole) ?? size }
}

/** Returns the whole address of a file. Those of the archive are stored without the base URL, which may change. */
export const wholeAddress = (address: string, base: string): string =>
  address.startsWith('/content/') ? base + address : address

/** Returns a size; undefined unless both are numbers above 0, or texts of such numbers. */
export const sizeFrom = (width: unknown, height: unknown): Size | undefined => {
  const size = { width: numberFrom(width), height: numberFrom(height) }
  return size.width > 0 && size.height > 0 ? size : undefined
}

/** Returns a number, or that in a text. `Number` itself throws for some objects, such as `{"toString":0}` in JSON. */
const numberFrom = (value: unknown): number => (typeof value === 'object' ? NaN : Number(value))

/** Returns whether pages may show the picture with an address: one of this service, or one over HTTPS. */
export const isPicture = (address: string, base: string): boolean =>
  address.startsWith('/content/') || address.startsWith(`${base}/`) || webUrl(address)?.protocol === 'https:'

/** Returns whether an address is that of a video in the archive of this service. */
export const isRecording = (address: string, base: string): boolean =>
  (address.startsWith('/content/') || address.startsWith(`${base}/content/`)) && elementAt(address) === 'video'

/** Returns the name of the element that shows a file, by the end of its name or address; `img` for all others. */
export const elementAt = (address: string): 'audio' | 'video' | 'img' => {
  const [, audio, video] = /^[^?#]+\.(?:(mp3|ogg|wav|flac|m4a)|(mp4|webm))$/.exec(address) ?? []
  return audio === undefined ? (video === undefined ? 'img' : 'video') : 'audio'
}

interface ElementOptions {
  /** Further attributes, as markup. */
  readonly others?: string
  /** Width of the picture in the page, as the attribute `sizes` has it. */
  readonly sizes: string
  /** Whether the picture loads only when it comes near the window. */
  readonly isLate: boolean
}

/** Returns the markup of a picture. */
export const elementOf = (picture: Picture, { others = '', sizes, isLate }: ElementOptions): string => {
  const { address, alt, size } = picture
  const stages = stagesOf(address)
  const set = (format: StageFormat) => {
    const candidates = stages.get(format)
    return candidates === undefined ? '' : ` srcset="${escaped(candidates)}" sizes="${sizes}"`
  }
  const dimensions = size === undefined ? '' : ` width="${size.width}" height="${size.height}"`
  const loading = `${isLate ? ' loading="lazy"' : ''} decoding="async"`
  const img = `<img${others} src="${escaped(address)}" alt="${escaped(alt)}"${set('webp')}${dimensions}${loading}>`
  return stages.has('avif') ? `<picture><source type="image/avif"${set('avif')}>${img}</picture>` : img
}

/** Returns the stages of a picture by their formats, each as the attribute `srcset` has them. */
const stagesOf = (address: string): ReadonlyMap<StageFormat, string> => {
  const named = pictureAt(address)
  // Spaces and commas would separate the addresses.
  if (named === undefined || /[\s,]/.test(address)) return new Map()
  return new Map(
    named.formats.map((format) => [
      format,
      stageWidths(named, format)
        .map((width) => `${stageOf(address, width, format)} ${width}w`)
        .join(', ')
    ])
  )
}

/** Escapes a text for markup. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const ENTITIES = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&nbsp;': '\u00a0', '&amp;': '&' } as const

/** Returns the text in markup, with the entities that programs write. */
export const unescaped = (text: string): string =>
  Object.entries(ENTITIES).reduce((result, [entity, character]) => result.replaceAll(entity, character), text)

/** Something on a service that a post embeds. */
export interface Embedded {
  /** Name of the service. */
  readonly service: string
  readonly url: string
  /** Address of a player that can replace the placeholder; undefined if the service needs scripts in the page. */
  readonly player?: string
}

/** The only site whose documents pages may show in a frame, and only after a click. */
export const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'

const SERVICES: readonly (readonly [string, RegExp])[] = [
  ['YouTube', /^(?:(?:www|m)\.)?(?:youtube\.com|youtu\.be)$/],
  ['Vimeo', /^(?:www\.|player\.)?vimeo\.com$/],
  ['X', /^(?:(?:www|mobile)\.)?(?:twitter|x)\.com$/],
  ['Instagram', /^(?:www\.)?instagram\.com$/],
  ['Facebook', /^(?:(?:www|m)\.)?facebook\.com$|^fb\.watch$/],
  ['TikTok', /^(?:(?:www|vm)\.)?tiktok\.com$/],
  ['SoundCloud', /^(?:www\.)?soundcloud\.com$/]
]

/** Returns the service, the address and the player of embedded media; undefined for other addresses. */
export const embeddedAt = (address: string): Embedded | undefined => {
  const url = webUrl(address)
  if (url === undefined) return undefined
  const [service] = SERVICES.find(([, hosts]) => hosts.test(url.hostname)) ?? []
  if (service === undefined) return undefined
  const [, video] = /^(?:\/(?:embed|shorts|live)\/|\/)([\w-]{11})$/.exec(url.pathname) ?? []
  const id = service === 'YouTube' ? (url.searchParams.get('v') ?? video) : undefined
  if (id === undefined || !/^[\w-]{11}$/.test(id)) return { service, url: url.href }
  return { service, url: url.href, player: `${PLAYER_ORIGIN}/embed/${id}?autoplay=1` }
}

/** Returns an address on the web; undefined for other texts. */
export const webUrl = (address: string): URL | undefined => {
  try {
    // Safari 16 has no URL.canParse.
    const url = new URL(address)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
  } catch {
    return undefined
  }
}
