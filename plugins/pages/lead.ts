/** The lead picture or video of a blog: `Lead` in its embed settings (docs/live.md). */
import { membersIn, membersOf } from '../../schemas/language/rows.ts'
import { sizeFrom } from './pictured.ts'
import { pictureFrom, wholeAddress, type Picture } from './pictures.ts'
import { embeddedAt, webUrl, type Embedded } from './services.ts'

export interface Lead {
  /** The picture; also shown in place of the video until that is played. */
  readonly picture?: Picture
  readonly video?: Embedded
  /** Address of a recording of the archive, which is the video. */
  readonly recording?: string
  readonly credit?: string
}

/** Returns the lead of a blog; undefined if it has none that pages may show. @param base without a final slash */
export const leadIn = (embedConfig: string | undefined, base: string): Lead | undefined => {
  const { url, alt, width, height, credit, video } = membersOf(membersIn(embedConfig ?? '{}').Lead)
  const described = { address: textIn(url), alt: textIn(alt), size: sizeFrom(width, height) }
  const picture = isPicture(described.address, base) ? pictureFrom(described, base) : undefined
  const embedded = embeddedAt(textIn(video))
  const recording = isRecording(textIn(video), base) ? wholeAddress(textIn(video), base) : undefined
  if ((picture ?? embedded ?? recording) === undefined) return undefined
  return {
    ...(picture && { picture }),
    ...(embedded && { video: embedded }),
    ...(recording !== undefined && { recording }),
    ...(textIn(credit) !== '' && { credit: textIn(credit) })
  }
}

/** Returns whether pages may show the picture with an address: one of this service, or one over HTTPS. */
export const isPicture = (address: string, base: string): boolean =>
  address.startsWith('/content/') || address.startsWith(`${base}/`) || webUrl(address)?.protocol === 'https:'

/** Returns whether an address is that of a video in the archive of this service. */
export const isRecording = (address: string, base: string): boolean =>
  (address.startsWith('/content/') || address.startsWith(`${base}/content/`)) && /^[^?#]+\.(mp4|webm)$/.test(address)

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
