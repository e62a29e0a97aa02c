/** Pictures of pages: their addresses, sizes and stages. Scripts use this too, so it imports no part of the service. */
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

/** Returns a picture with the size that its address says, and with a whole address. */
export const pictureFrom = ({ address, alt, size }: Picture, base: string): Picture => {
  const whole = wholeAddress(address, base)
  return { address: whole, alt, size: pictureAt(whole) ?? size }
}

/** Returns the whole address of a file. Those of the archive are stored without the base URL, which may change. */
export const wholeAddress = (address: string, base: string): string =>
  address.startsWith('/content/') ? base + address : address

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
