/**
 * Pictures in the markup of posts, as readers see them: in a size that is known before they arrive, and in the stage
 * that suits their screen. The script of the newsroom's page uses this too, so nothing of the service is imported.
 */
import { membersIn } from '../../schemas/language/rows.ts'
import type { Size } from '../../schemas/picture-stages.ts'
import type { Labels } from '../labels/labels.ts'
import { LINK_RELATION } from './allowed-markup.ts'
import { elementOf, escaped, pictureFrom, type Picture } from './pictures.ts'

/** The picture that the meta data of a post describes. */
type Described = Pick<Picture, 'address' | 'size'>

export interface PictureContext {
  /** Base URL, without a final slash. */
  readonly base: string
  /** Meta data of the post. */
  readonly meta: string
  readonly labels: Labels
  /** Whether pictures are links to the whole picture. */
  readonly isLinked: boolean
  /** Whether the post is in the first screen, so that its pictures load at once. */
  readonly isFirst: boolean
}

/** Width of a picture in the column of posts (post.css), as the attribute `sizes` has it. */
const COLUMN = '(min-width: 760px) 714px, calc(100vw - 40px)'
/** Pictures that are less wide are shown in full, so they are no links. */
const MIN_LINKED = 320

/** Matches links and pictures in safe markup, whose attributes have double quotes. */
const TAGS = /<(\/?)(a|img)\b((?:[^">]|"[^"]*")*)>/g

/** Returns safe markup with its pictures in their sizes and stages, as links unless they are in one. */
export const pictured = (markup: string, context: PictureContext): string => {
  if (!markup.includes('<img')) return markup
  const described = describedIn(context.meta)
  let depth = 0
  return markup.replace(TAGS, (tag, end: string, name: string, attributes: string) => {
    if (name === 'a') {
      depth += end === '' ? 1 : -1
      return tag
    }
    const picture = pictureIn(attributes, context.base, described)
    const others = attributes.replace(OWN_ATTRIBUTES, '')
    const element = elementOf(picture, { others, sizes: COLUMN, isLate: !context.isFirst })
    const isWide = picture.size === undefined || picture.size.width >= MIN_LINKED
    if (!context.isLinked || depth > 0 || !isWide) return element
    const label = picture.alt.trim() === '' ? ` aria-label="${escaped(context.labels.text('The whole picture'))}"` : ''
    return `<a class="whole" href="${escaped(picture.address)}" rel="${LINK_RELATION}"${label}>${element}</a>`
  })
}

/** Returns the first picture of a post; undefined if it has none. @param markup its content, made safe */
export const firstPicture = (
  markup: string,
  { base, meta }: Pick<PictureContext, 'base' | 'meta'>
): Picture | undefined => {
  for (const [, , name, attributes = ''] of markup.matchAll(TAGS)) {
    if (name === 'img') return pictureIn(attributes, base, describedIn(meta))
  }
  return undefined
}

const ATTRIBUTES = {
  src: /\ssrc="([^"]*)"/,
  alt: /\salt="([^"]*)"/,
  width: /\swidth="(\d+)"/,
  height: /\sheight="(\d+)"/
}
const OWN_ATTRIBUTES = /\s(?:src|alt|width|height)(?:="[^"]*")?|\s*\/$/g

/** Returns the picture of a tag. The size in the tag comes first: people write it to show a picture smaller. */
const pictureIn = (attributes: string, base: string, described: Described | undefined): Picture => {
  const valueOf = (name: keyof typeof ATTRIBUTES) => unescaped(ATTRIBUTES[name].exec(attributes)?.[1] ?? '')
  const address = valueOf('src')
  const picture = pictureFrom({ address, alt: valueOf('alt') }, base)
  const own = sizeFrom(valueOf('width'), valueOf('height'))
  return { ...picture, size: own ?? picture.size ?? (described?.address === address ? described.size : undefined) }
}

const describedIn = (meta: string): Described | undefined => {
  const { url, width, height } = membersIn(meta)
  return typeof url === 'string' ? { address: url, size: sizeFrom(width, height) } : undefined
}

/** Returns a size; undefined unless both are numbers above 0. */
export const sizeFrom = (width: unknown, height: unknown): Size | undefined => {
  const size = { width: Number(width), height: Number(height) }
  return size.width > 0 && size.height > 0 ? size : undefined
}

const ENTITIES = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&nbsp;': '\u00a0', '&amp;': '&' } as const

const unescaped = (text: string): string =>
  Object.entries(ENTITIES).reduce((result, [entity, character]) => result.replaceAll(entity, character), text)
