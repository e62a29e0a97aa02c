/** The lead picture or video of a blog: `Lead` in its embed settings (docs/live.md). */
import { membersIn, membersOf } from '../../schemas/language/rows.ts'
import { sizeFrom } from './pictured.ts'
import { pictureFrom, type Picture } from './pictures.ts'
import { embeddedAt, webUrl, type Embedded } from './services.ts'

export interface Lead {
  /** The picture; also shown in place of the video until that is played. */
  readonly picture?: Picture
  readonly video?: Embedded
  readonly credit?: string
}

/** Returns the lead of a blog; undefined if it has none that pages may show. @param base without a final slash */
export const leadIn = (embedConfig: string | undefined, base: string): Lead | undefined => {
  const { url, alt, width, height, credit, video } = membersOf(membersIn(embedConfig ?? '{}').Lead)
  const described = { address: textIn(url), alt: textIn(alt), size: sizeFrom(width, height) }
  const picture = isPicture(described.address, base) ? pictureFrom(described, base) : undefined
  const embedded = embeddedAt(textIn(video))
  if ((picture ?? embedded) === undefined) return undefined
  return {
    ...(picture && { picture }),
    ...(embedded && { video: embedded }),
    ...(textIn(credit) !== '' && { credit: textIn(credit) })
  }
}

/** Returns whether pages may show the picture with an address: one of this service, or one over HTTPS. */
export const isPicture = (address: string, base: string): boolean =>
  address.startsWith('/content/') || address.startsWith(`${base}/`) || webUrl(address)?.protocol === 'https:'

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
