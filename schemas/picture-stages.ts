/**
 * Stages of pictures: smaller copies for reading. The name of a picture says its size and the formats of its stages, so
 * pages, feeds and scripts know the addresses of all stages without a query.
 */

/** The size of a picture in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The formats of stages, by the letters that stand for them in names, in the order of the letters there. */
const FORMATS = { a: 'avif', w: 'webp' } as const

export type StageFormat = (typeof FORMATS)[keyof typeof FORMATS]

/** A picture whose name says its size. */
export interface NamedPicture extends Size {
  /** Formats of its stages, in any order; empty if it has no stages. */
  readonly formats: readonly StageFormat[]
}

/** Widths of stages in pixels: from a telephone to a large screen with two pixels for each pixel of CSS. */
const WIDTHS = [320, 640, 960, 1280, 1920] as const
/** Maximum width by format. AVIF takes ten times as long as WebP, and columns of text show no wider stages. */
const MAX_WIDTHS: Readonly<Record<StageFormat, number>> = { avif: 1440, webp: 1920 }
/** Maximum number of pixels of a stage. A portrait of the largest width has fewer; a long strip would take minutes. */
const MAX_PIXELS = 5_000_000
/** Width of the copy that other sites show with a link to a page. */
const SHARED_WIDTH = 1200

/**
 * Returns the widths of the stages of a picture, in ascending order. The last one is the width of the picture itself
 * unless that is too large. Pictures that are smaller than the smallest stage have none.
 */
export const stageWidths = ({ width, height }: Size, format: StageFormat): readonly number[] => {
  if (width < WIDTHS[0]) return []
  // A stage that is hardly narrower than the next one would save nothing.
  const narrower = WIDTHS.filter((stage) => stage < 0.9 * width)
  return [...new Set([...narrower, Math.min(width, MAX_WIDTHS.webp)])].filter(
    (stage) => stage <= MAX_WIDTHS[format] && stage * stage * height <= MAX_PIXELS * width
  )
}

/** Returns the part of a picture's name that says its size and the formats of its stages, such as `1600x900aw`. */
export const sizeInName = ({ width, height, formats }: NamedPicture): string => {
  const letters = Object.entries(FORMATS).flatMap(([letter, format]) => (formats.includes(format) ? [letter] : []))
  return `${width}x${height}${letters.join('')}`
}

/**
 * Matches the addresses of pictures of the archive and of the demo. Names in the archive begin with 30 random
 * characters; those of pictures that were stored before there were stages have no others.
 */
const ADDRESS = /(?:^|\/)content\/(?:files\/[\w-]{30}|demo\/[a-z-]+)-(\d{1,5})x(\d{1,5})(a?)(w?)\.[a-z]{3,4}$/

/** Returns the facts that the address of a picture states; undefined if it states none. */
export const pictureAt = (address: string): NamedPicture | undefined => {
  const [, width, height, ...letters] = ADDRESS.exec(address) ?? []
  if (width === undefined || height === undefined) return undefined
  const formats = Object.entries(FORMATS).flatMap(([letter, format]) => (letters.includes(letter) ? [format] : []))
  return { width: Number(width), height: Number(height), formats }
}

/** Returns the name of a stage for the name of a picture, or its address for the address of a picture. */
export const stageOf = (picture: string, width: number, format: StageFormat): string => `${picture}.${width}.${format}`

/** Returns the size of the copy of a picture for other sites: JPEG, because some of these know no newer format. */
export const sharedSize = ({ width, height }: Size): Size => {
  const shared = Math.min(width, SHARED_WIDTH)
  return { width: shared, height: Math.max(1, Math.round((height * shared) / width)) }
}

/** Returns the name or address of the copy for other sites. A picture has one if it has stages. */
export const sharedCopyOf = (picture: string): string => `${picture}.shared.jpg`
